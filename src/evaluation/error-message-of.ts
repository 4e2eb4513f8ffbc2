import type { Observation, Verdict } from '#contract'
import { requestErrorOf } from './request-error-of.ts'

/**
 * The one line that says why a run failed: its first failing reason, or the failure's code and text. Null otherwise.
 * PostgreSQL cannot hold U+0000, which a target may well send.
 */
export function errorMessageOf(verdict: Verdict, observation: Pick<Observation, 'failure'>): string | null {
  const first = verdict.reasons.find(({ outcome }) => outcome === 'failed')
  if (first === undefined) return null
  const message = first.kind === 'failure' ? (requestErrorOf(observation.failure) ?? first.message) : first.message
  return message.replaceAll('\u0000', '\ufffd')
}
