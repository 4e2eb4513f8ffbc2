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

/** How the observations of one check type are evaluated and stored: the half of its descriptor that decides. */
export interface CheckTypeEvaluation<T extends WireCheckType> {
  /** Whether `degradedResponseTime` and `maxResponseTime` apply. */
  readonly hasResponseTimeLimits: boolean
  /** Whether the probe waits no longer than `maxResponseTime`, so that a run without an answer in time failed by it. */
  readonly waitsForMaxResponseTime: boolean
  /** The failures that `shouldFail` turns into a pass, and what assertions look at then; null for none. */
  readonly expectable: { readonly failures: readonly FailureKind[]; readonly evidence: EvidenceOf<T> } | null
  /** What is wrong with an answer, assertions and response-time limits aside. */
  readonly reasonsOf: (answer: Answers[T], task: RunTask<T>, assertions: readonly AssertionOutcome[]) => VerdictReason[]
  /** What its assertion sources look at. A source without evidence does not compile. */
  readonly evidenceOf: (answer: Answers[T], observation: Observation<T>) => EvidenceOf<T>
  /** The answer without secrets, cut to what is stored. */
  readonly hide: (answer: Answers[T], hidden: HiddenText) => Answers[T]
  /** The object that is stored under the name its descriptor gives the result. */
  readonly describe: (
    task: Pick<RunTask<T>, 'request' | 'secrets'>,
    observation: Observation<T>,
    assertions: readonly AssertionOutcome[],
  ) => object
}
