import { suiteTimes } from '#contract'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'
import type { EndedSuite } from '#scripting'

type SuiteEnd = EndedSuite['end']
type Cause = NonNullable<SuiteEnd['end']>['cause']

const causes: { readonly [C in Cause]?: string } = {
  memory: writeReason('SUITE_MEMORY'),
  'cpu time': writeReason('SUITE_PROCESSOR_TIME'),
  processes: writeReason('SUITE_PROCESSES'),
  disk: writeReason('SUITE_DISK'),
  files: writeReason('SUITE_FILES'),
  output: writeReason('SUITE_OUTPUT'),
}

const tooLong = writeReason('SUITE_TOO_LONG', { minutes: suiteTimes.testMs / 60_000 })

/** Why a suite did not get to its end; null when it did. */
export function failureOf({ outcome, problem, end }: SuiteEnd, isCancelled: boolean): ObservationFailure | null {
  if (outcome === 'cancelled' && isCancelled) return failure('timeout', 'ECANCELED', writeReason('RUN_CANCELLED'))
  if (outcome === 'cancelled' || end?.cause === 'wall time') return failure('timeout', 'ETIMEDOUT', tooLong)
  if (problem === null) return null
  if (end === null) return failure('preparation', 'ESUITE', problem)
  return failure('script', 'ESUITE', causes[end.cause] ?? problem)
}
