const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** A time as a field for date and time has it, in the time zone of the browser. */
export function localOf(at: string | number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The instant of such a text; null for a text that is none. */
export function instantOf(local: string): string | null {
  const ms = new Date(local).getTime()
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** The instant of a text, or the one it was written for while it is the same minute: its seconds are kept. */
export const changedInstant = (local: string, before: string): string | null =>
  local === localOf(before) ? before : instantOf(local)
