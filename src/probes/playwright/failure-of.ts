import { suiteTimes } from '#contract'
import type { ObservationFailure } from '#contract'
import { failure } from '#egress'
import type { EndedSuite } from '#scripting'

type SuiteEnd = EndedSuite['end']
type Cause = NonNullable<SuiteEnd['end']>['cause']

const causes: { readonly [C in Cause]?: string } = {
  memory: 'The suite used more memory than it may.',
  'cpu time': 'The suite used more processor time than it may.',
  processes: 'The suite started more processes than it may.',
  disk: 'The suite wrote more to disk than it may.',
  files: 'The suite wrote more files than it may.',
  output: 'The suite wrote more output than it may.',
}

const tooLong = `The suite exceeded the maximum run time of ${suiteTimes.testMs / 60_000} minutes.`

/** Why a suite did not get to its end; null when it did. */
export function failureOf({ outcome, problem, end }: SuiteEnd, isCancelled: boolean): ObservationFailure | null {
  if (outcome === 'cancelled' && isCancelled) return failure('timeout', 'ECANCELED', 'The run was cancelled.')
  if (outcome === 'cancelled' || end?.cause === 'wall time') return failure('timeout', 'ETIMEDOUT', tooLong)
  if (problem === null) return null
  if (end === null) return failure('preparation', 'ESUITE', problem)
  return failure('script', 'ESUITE', causes[end.cause] ?? problem)
}
