import { parseInstant } from '#kernel'

/** The end of a pause as a body names it; null for none. Throws TIME_RANGE_INVALID for what is no date and time. */
export const pausedUntilOf = (text: string | null): Date | null =>
  text === null ? null : new Date(parseInstant('pausedUntil', text))
