import type { ObservationFailure } from '#contract'

/** A failed response without an answer reads `CODE: text`. */
export const requestErrorOf = (failure: ObservationFailure | null): string | null =>
  failure === null ? null : `${failure.code}: ${failure.message}`
