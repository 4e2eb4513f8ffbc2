import type {
  Answers,
  AssertionOutcome,
  FailureKind,
  Observation,
  RunTask,
  VerdictReason,
  WireCheckType,
} from '#contract'
import type { EvidenceOf } from '../evidence.ts'
import type { HiddenText } from '../hidden-text.ts'

/** How the observations of one check type are evaluated and stored. */
export interface CheckTypeEvaluation<T extends WireCheckType> {
  /** Whether `degradedResponseTime` and `maxResponseTime` apply. */
  readonly hasResponseTimeLimits: boolean
  /** Whether the probe waits no longer than `maxResponseTime`, so that a timeout is a failure by that limit. */
  readonly waitsForMaxResponseTime: boolean
  /** The failures that `shouldFail` turns into a pass, and the evidence for assertions then; null for none. */
  readonly expectable: { readonly failures: readonly FailureKind[]; readonly evidence: EvidenceOf<T> } | null
  /** The reasons against an answer, without assertions and response time limits. */
  readonly reasonsOf: (answer: Answers[T], task: RunTask<T>, assertions: readonly AssertionOutcome[]) => VerdictReason[]
  /** The evidence of its assertion sources. A source without evidence does not compile. */
  readonly evidenceOf: (
    answer: Answers[T],
    observation: Observation<T>,
    task: Pick<RunTask<T>, 'request'>,
  ) => EvidenceOf<T>
  /** The answer without secrets, cut to what is stored. */
  readonly hide: (answer: Answers[T], hidden: HiddenText) => Answers[T]
  /** The object that is stored under the name its descriptor gives the result. */
  readonly describe: (
    task: Pick<RunTask<T>, 'request' | 'secrets'>,
    observation: Observation<T>,
    assertions: readonly AssertionOutcome[],
  ) => object
}
