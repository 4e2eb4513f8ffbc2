import { useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import { slotsBetween } from './brush.ts'
import type { SlotRange } from './brush.ts'

/** A pointer that moved less was a click. */
const dragPx = 4

interface Drag {
  readonly from: number
  readonly to: number
  readonly startX: number
}

/** The pointer on a strip of so many slots: the slot under it, and the current selection of a drag. */
export function useStripPointer(
  holder: RefObject<HTMLElement | null>,
  count: number,
  { onClick, onSelect }: { readonly onClick: (slot: number) => void; readonly onSelect: (range: SlotRange) => void },
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const slotAt = ({ clientX }: PointerEvent): number => {
    const box = holder.current?.getBoundingClientRect()
    const share = (clientX - (box?.left ?? 0)) / Math.max(1, box?.width ?? 1)
    return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: slotAt(event), to: slotAt(event), startX: event.clientX })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const slot = slotAt(event)
      setHovered(slot)
      setDrag((before) => before && { ...before, to: slot })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      if (drag === null) return
      setDrag(null)
      if (Math.abs(event.clientX - drag.startX) < dragPx) onClick(drag.from)
      else onSelect(slotsBetween(drag.from, slotAt(event)))
    },
    onPointerCancel: (): void => setDrag(null),
    onPointerLeave: (): void => setHovered(null),
  }
  return {
    handlers,
    hovered: drag === null ? hovered : null,
    dragged: drag === null ? null : slotsBetween(drag.from, drag.to),
  }
}
