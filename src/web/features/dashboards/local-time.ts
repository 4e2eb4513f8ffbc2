const two = (number: number): string => String(number).padStart(2, '0')

/** A time as a field for local times has it, to the minute; empty for none. */
export function toLocal(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** What such a field has, as an instant; null for an empty one. */
export const fromLocal = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
