import { checkTypes } from '#contract'
import type { AssertionOutcome, Observation, ResultDetailName, RunTask, Verdict, WireCheckType } from '#contract'
import { assertionMessage } from './assertion-message.ts'
import { checkTypeEvaluations } from './check-types/index.ts'

/** The sub-object stored with a result, under its name in the public API. */
export type ResultDetail = { readonly [N in ResultDetailName]?: object }

/**
 * Describes a run as it is stored, under the name in the descriptor of its type. The observation and the verdict come
 * from `hideSecrets`; the task's request is redacted here.
 */
export function describeResult<T extends WireCheckType>(
  task: Pick<RunTask<T>, 'checkType' | 'request' | 'secrets'>,
  observation: Observation<T>,
  verdict: Verdict,
): ResultDetail {
  const assertions = verdict.assertions.map(explained)
  const { name } = checkTypes[task.checkType].result
  const described = checkTypeEvaluations[task.checkType].describe(task, observation, assertions)
  const { triedAddresses } = observation
  return { [name]: { ...described, ...(triedAddresses && { triedAddresses }) } }
}

const explained = (outcome: AssertionOutcome): AssertionOutcome =>
  outcome.passed ? outcome : { ...outcome, error: assertionMessage(outcome) }
