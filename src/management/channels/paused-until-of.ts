import { parseInstant } from '#kernel'

/** The end of a pause in a body; null for none. Throws TIME_RANGE_INVALID when it is not a date and time. */
export const pausedUntilOf = (text: string | null): Date | null =>
  text === null ? null : new Date(parseInstant('pausedUntil', text))
