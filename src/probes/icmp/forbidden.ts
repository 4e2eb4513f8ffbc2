import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'

export const remedy = writeReason('PING_REMEDY')

/**
 * The failure of a run on a machine where this process may not send echo requests. It is no evidence about the target.
 */
export const forbidden = (): ObservationFailure =>
  failure('permission', 'EPERM', writeReason('PINGS_FORBIDDEN', { reason: remedy }))
