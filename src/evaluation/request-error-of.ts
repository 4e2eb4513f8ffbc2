import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'

/** A failed response without an answer reads `CODE: text`. */
export const requestErrorOf = (failure: ObservationFailure | null): string | null =>
  failure === null ? null : writeReason('CODED', { errorCode: failure.code, reason: failure.message })
