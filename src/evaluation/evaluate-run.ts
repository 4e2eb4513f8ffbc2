import { assertionSources } from '#contract'
import type {
  Assertion,
  AssertionOutcome,
  Observation,
  ObservationFailure,
  Outcome,
  RunTask,
  Verdict,
  VerdictReason,
  WireCheckType,
} from '#contract'
import { writeReason } from '#contract/reasons'
import { assertionMessage } from './assertion-message.ts'
import { checkTypeEvaluations } from './check-types/index.ts'
import { evaluateAssertion } from './evaluate-assertion.ts'
import type { Evidence } from './evidence.ts'
import { hiddenText, hideAssertion } from './hidden-text.ts'
import type { HiddenText } from './hidden-text.ts'
import { responseTimeReasons } from './response-time-reasons.ts'
import { rollingReasons } from './rolling-reasons.ts'
import { WorkBudget } from './work-budget.ts'

/**
 * Evaluates an observation. Never throws. Every outcome other than passed has a reason, and every reason is a sentence
 * with the expected and the actual value. A failed reason outweighs a degraded one. Assertions are not evaluated
 * without an answer, except after a failure expected by `shouldFail`.
 */
export function evaluateRun<T extends WireCheckType>(
  task: RunTask<T>,
  observation: Observation<T>,
  work: WorkBudget = new WorkBudget(),
): Verdict {
  return evaluateWith(task, observation, (assertion, evidence, hidden) =>
    evaluateAssertion(assertion, evidence, { work, hidden }),
  )
}

/**
 * The verdict when assertions on strings and documents could not be evaluated: they fail with the error `problem`, a
 * sentence. Assertions on numbers and limits are evaluated as usual.
 */
export function evaluateUnreadable<T extends WireCheckType>(
  task: RunTask<T>,
  observation: Observation<T>,
  problem: string,
): Verdict {
  const work = new WorkBudget()
  return evaluateWith(task, observation, (assertion, evidence, hidden) =>
    isMeasured(assertion)
      ? evaluateAssertion(assertion, evidence, { work, hidden })
      : { ...assertion, passed: false, actual: null, error: problem },
  )
}

const isMeasured = ({ source }: Assertion): boolean =>
  Object.hasOwn(assertionSources, source) && assertionSources[source].value === 'number'

type Evaluate = (assertion: Assertion, evidence: Evidence, hidden: HiddenText) => AssertionOutcome

function evaluateWith<T extends WireCheckType>(
  task: RunTask<T>,
  observation: Observation<T>,
  evaluate: Evaluate,
): Verdict {
  if (task.unprepared !== undefined) return failedBy(task.unprepared)
  if (observation.failure !== null)
    return evaluateFailure(task, { ...observation, failure: observation.failure }, evaluate)
  const { answer } = observation
  if (answer === null) return failedBy(writeReason('NOTHING_KNOWN'))
  const rule = checkTypeEvaluations[task.checkType]
  const assertions = evaluateAll(task, rule.evidenceOf(answer, observation, task), evaluate)
  const limits = rule.hasResponseTimeLimits
    ? [
        ...responseTimeReasons(observation.responseTimeMs, task.limits),
        ...rollingReasons(observation.responseTimeMs, task),
      ]
    : []
  return verdictOf(
    [
      ...scriptReasons(observation),
      ...rule.reasonsOf(answer, task, assertions),
      ...assertionReasons(task, assertions),
      ...limits,
    ],
    assertions,
  )
}

function evaluateFailure<T extends WireCheckType>(
  task: RunTask<T>,
  observation: Pick<Observation<T>, 'responseTimeMs'> & { readonly failure: ObservationFailure },
  evaluate: Evaluate,
): Verdict {
  const { failure } = observation
  const { expectable } = checkTypeEvaluations[task.checkType]
  if (!task.shouldFail || !expectable?.failures.includes(failure.kind))
    return isOverMax(task, observation) ? overMax(failure.message) : failedBy(failureMessage(failure))
  const assertions = evaluateAll(task, expectable.evidence, evaluate)
  return verdictOf(assertionReasons(task, assertions), assertions)
}

const scriptReasons = ({ scriptFailures = [] }: Pick<Observation, 'scriptFailures'>): VerdictReason[] =>
  scriptFailures.map((message) => ({ kind: 'script', outcome: 'failed', message }))

/** For check types whose probe waits no longer than `maxResponseTime`, a timeout is a failure by that limit. */
const isOverMax = (
  { checkType, limits }: Pick<RunTask, 'checkType' | 'limits'>,
  { failure, responseTimeMs }: { readonly failure: ObservationFailure; readonly responseTimeMs: number },
): boolean =>
  checkTypeEvaluations[checkType].waitsForMaxResponseTime &&
  failure.kind === 'timeout' &&
  failure.code !== 'ECANCELED' &&
  limits.maxResponseTime !== null &&
  responseTimeMs >= limits.maxResponseTime

const overMax = (message: string): Verdict => verdictOf([{ kind: 'max-response-time', outcome: 'failed', message }], [])

/** The message of a failure, with its code unless the message contains it. */
function failureMessage({ code, message }: ObservationFailure): string {
  return message.includes(code) ? message : `${message.replace(/\.$/, '')} (${code}).`
}

const failedBy = (message: string): Verdict => verdictOf([{ kind: 'failure', outcome: 'failed', message }], [])

function evaluateAll<T extends WireCheckType>(
  task: RunTask<T>,
  evidence: Evidence,
  evaluate: Evaluate,
): AssertionOutcome[] {
  const { assertions } = task.request
  if (assertions.length === 0) return []
  const hidden = hiddenText(task.secrets)
  return assertions.map((assertion) => evaluate(assertion, evidence, hidden))
}

/**
 * Secrets are removed before the message is built, because it cuts long values and a partial secret is not recognised.
 */
function assertionReasons(task: Pick<RunTask, 'secrets'>, assertions: readonly AssertionOutcome[]): VerdictReason[] {
  const failed = assertions.filter(({ passed }) => !passed)
  if (failed.length === 0) return []
  const hidden = hiddenText(task.secrets)
  return failed.map((outcome) => ({
    kind: 'assertion',
    outcome: 'failed',
    message: assertionMessage(hideAssertion(outcome, hidden)),
  }))
}

function verdictOf(reasons: readonly VerdictReason[], assertions: readonly AssertionOutcome[]): Verdict {
  return {
    outcome: worstOutcome(reasons),
    reasons,
    assertions,
    overMaxResponseTime: reasons.some(({ kind }) => kind === 'max-response-time'),
  }
}

function worstOutcome(reasons: readonly VerdictReason[]): Outcome {
  if (reasons.some(({ outcome }) => outcome === 'failed')) return 'failed'
  return reasons.length > 0 ? 'degraded' : 'passed'
}
