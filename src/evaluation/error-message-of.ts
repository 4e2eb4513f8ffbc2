import type { Observation, Verdict } from '#contract'
import { requestErrorOf } from './describe-result.ts'

/** The one line that says why a run failed: its first failing reason, or the failure's code and text. Null otherwise. */
export function errorMessageOf(verdict: Verdict, observation: Pick<Observation, 'failure'>): string | null {
  const first = verdict.reasons.find(({ outcome }) => outcome === 'failed')
  if (first === undefined) return null
  return first.kind === 'failure' ? (requestErrorOf(observation.failure) ?? first.message) : first.message
}
