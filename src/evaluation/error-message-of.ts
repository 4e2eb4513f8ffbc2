import type { Observation, Verdict } from '#contract'
import { requestErrorOf } from './request-error-of.ts'

/**
 * The error message of a failed run: its first failing reason, or the failure's code and message. Null otherwise.
 * U+0000 is replaced, because PostgreSQL cannot store it.
 */
export function errorMessageOf(verdict: Verdict, observation: Pick<Observation, 'failure'>): string | null {
  const first = verdict.reasons.find(({ outcome }) => outcome === 'failed')
  if (first === undefined) return null
  const message = first.kind === 'failure' ? (requestErrorOf(observation.failure) ?? first.message) : first.message
  return message.replaceAll('\u0000', '\ufffd')
}
