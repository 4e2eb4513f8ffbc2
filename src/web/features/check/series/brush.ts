/** Slots of a strip, from the first selected one to the one behind the last. */
export interface SlotRange {
  readonly start: number
  readonly end: number
}

/** Between two slots, whichever of them is the first, both included. */
export const slotsBetween = (one: number, other: number): SlotRange => ({
  start: Math.min(one, other),
  end: Math.max(one, other) + 1,
})

const limited = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/**
 * The selection after a key: arrows move it, with Shift they move its end, Escape removes it (null). The first arrow
 * selects the last quarter. Undefined for every other key.
 */
export function brushAfterKey(
  brush: SlotRange | null,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  slots: number,
): SlotRange | null | undefined {
  if (key === 'Escape') return null
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  if (brush === null) return { start: Math.floor(slots * 0.75), end: slots }
  const step = (key === 'ArrowLeft' ? -1 : 1) * Math.max(1, Math.round(slots / 60))
  if (shiftKey) return { start: brush.start, end: limited(brush.end + step, brush.start + 1, slots) }
  const moved = limited(brush.start + step, 0, slots - (brush.end - brush.start))
  return { start: moved, end: moved + brush.end - brush.start }
}
