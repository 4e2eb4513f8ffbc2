const two = (number: number): string => String(number).padStart(2, '0')

/** A time as a field for local times has it, to the minute; empty for none. */
export function toLocal(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The instant in such a field; null when it is empty. */
export const fromLocal = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
