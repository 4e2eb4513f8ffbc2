import type { Observation, RunTask } from '#contract'
import {
  WorkBudget,
  assertsOnBody,
  comparesWithSchema,
  evaluateRun,
  evaluateUnreadable,
  readBeginning,
  tooDearToCompare,
  withoutResponseSchema,
} from '#evaluation'
import type { Clock } from '#kernel'
import { concludeRun } from './conclude-run.ts'
import type { Conclusion } from './conclude-run.ts'
import { EvaluationPool, defaultEvaluationPool } from './evaluation-pool.ts'
import type { EvaluationLimits } from './evaluation-pool.ts'

/** About ten milliseconds at most; an evaluation that needs more is repeated in a separate process. */
const unitsOnThread = 10_000

/** Schemas of contracts take a few milliseconds; one that takes so long must not keep others waiting. */
const schemaLimitMs = 10_000

/**
 * Evaluates observations. Nearly all take a few microseconds and are evaluated at once; those that may be expensive are
 * evaluated in separate processes, so that no target can delay the runs of others.
 */
export class Evaluators {
  readonly #pool: EvaluationPool

  constructor(clock: Clock, options: EvaluationLimits = defaultEvaluationPool) {
    this.#pool = new EvaluationPool(clock, options)
  }

  /** Null when closed before the end. Rejects when the evaluation fails with an error. */
  async conclude(task: RunTask, observation: Observation): Promise<Conclusion | null> {
    if (comparesWithSchema(task, observation)) return this.#compareInProcess(task, observation)
    if (observation.undecodedBody !== undefined && assertsOnBody(task))
      return this.#evaluateInProcess(task, observation)
    const work = new WorkBudget(unitsOnThread)
    const seen = readBeginning(task, observation)
    const verdict = evaluateRun(task, seen, work)
    return work.isOverdrawn ? this.#evaluateInProcess(task, observation) : concludeRun(task, seen, verdict)
  }

  /** Ends the evaluation processes. */
  close(): void {
    this.#pool.close()
  }

  /** How long a schema takes cannot be known before. Where that is too much, or nothing is known, everything else still counts. */
  async #compareInProcess(task: RunTask, observation: Observation): Promise<Conclusion | null> {
    const evaluation = await this.#pool.run(task, observation, schemaLimitMs)
    if (evaluation.outcome === 'stopped') return null
    if (evaluation.outcome === 'evaluated') return evaluation.conclusion
    const other = await this.conclude(withoutResponseSchema(task), observation)
    return other === null || evaluation.outcome === 'impossible'
      ? other
      : { ...other, verdict: tooDearToCompare(other.verdict) }
  }

  async #evaluateInProcess(task: RunTask, observation: Observation): Promise<Conclusion | null> {
    const evaluation = await this.#pool.run(task, observation)
    if (evaluation.outcome === 'stopped') return null
    if (evaluation.outcome === 'evaluated') return evaluation.conclusion
    const seen = readBeginning(task, observation)
    const conclusion = concludeRun(task, seen, evaluateUnreadable(task, seen, evaluation.problem))
    return evaluation.outcome === 'unfinished' || hasFailingStatus(conclusion)
      ? conclusion
      : { ...conclusion, isRunnerError: true }
  }
}

/** Such a response has failed, whatever the outcome of assertions that were not evaluated. */
const hasFailingStatus = ({ verdict }: Conclusion): boolean =>
  verdict.reasons.some(({ kind, outcome }) => kind === 'status' && outcome === 'failed')
