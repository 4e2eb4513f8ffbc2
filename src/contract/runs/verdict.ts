import type { Assertion } from '../resources/assertion.ts'

export const outcomes = ['passed', 'degraded', 'failed'] as const
export type Outcome = (typeof outcomes)[number]
export const storedOutcomes = [...outcomes, 'unknown'] as const
/** The outcome of a stored run; `unknown`: its runner learned nothing about the target, and its error says why. */
export type StoredOutcome = (typeof storedOutcomes)[number]

export const reasonKinds = [
  'failure',
  'status',
  'assertion',
  'max-response-time',
  'degraded-response-time',
  'max-packet-loss',
  'degraded-packet-loss',
  'response-code',
  'certificate',
  'security-baseline',
  'script',
  'response-schema',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

/** One reason for an outcome other than passed; `message` is a sentence for users. */
export interface VerdictReason {
  readonly kind: ReasonKind
  readonly outcome: 'degraded' | 'failed'
  readonly message: string
}

/**
 * An assertion with its outcome. `actual` is cut to 10 KB. `error` is set when it could not be evaluated, which fails
 * it.
 */
export interface AssertionOutcome extends Assertion {
  readonly passed: boolean
  readonly actual: string | null
  readonly error: string | null
}

export interface Verdict {
  readonly outcome: Outcome
  readonly reasons: readonly VerdictReason[]
  readonly assertions: readonly AssertionOutcome[]
  readonly overMaxResponseTime: boolean
}
