import type { Observation, RunTask } from '#contract'
import { WorkBudget, assertsOnBody, judge, judgeUnevaluated, readBeginning } from '#evaluation'
import { concludeRun } from './conclude-run.ts'
import type { Conclusion } from './conclude-run.ts'
import { JudgePool, usualJudgePool } from './judge-pool.ts'
import type { JudgePoolOptions } from './judge-pool.ts'

/** About ten milliseconds at most; an evaluation that needs more is repeated in a separate process. */
const unitsOnThread = 10_000

/**
 * Evaluates observations. Nearly all take a few microseconds and are evaluated at once; those that may be expensive are
 * evaluated in separate processes, so that no target can delay the runs of others.
 */
export class Judges {
  readonly #pool: JudgePool

  constructor(options: JudgePoolOptions = usualJudgePool) {
    this.#pool = new JudgePool(options)
  }

  /** Null when closed before the end. Rejects when the evaluation fails with an error. */
  async conclude(task: RunTask, observation: Observation): Promise<Conclusion | null> {
    if (observation.unreadBody !== undefined && assertsOnBody(task)) return this.#judgeElsewhere(task, observation)
    const work = new WorkBudget(unitsOnThread)
    const seen = readBeginning(task, observation)
    const verdict = judge(task, seen, work)
    return work.isOverdrawn ? this.#judgeElsewhere(task, observation) : concludeRun(task, seen, verdict)
  }

  /** Ends the evaluation processes. */
  close(): void {
    this.#pool.close()
  }

  async #judgeElsewhere(task: RunTask, observation: Observation): Promise<Conclusion | null> {
    const judged = await this.#pool.run(task, observation)
    if (judged.outcome === 'stopped') return null
    if (judged.outcome === 'evaluated') return judged.conclusion
    const seen = readBeginning(task, observation)
    const conclusion = concludeRun(task, seen, judgeUnevaluated(task, seen, judged.problem))
    return judged.outcome === 'unfinished' || hasFailingStatus(conclusion)
      ? conclusion
      : { ...conclusion, isRunnerError: true }
  }
}

/** Such a response has failed, whatever the outcome of assertions that were not evaluated. */
const hasFailingStatus = ({ verdict }: Conclusion): boolean =>
  verdict.reasons.some(({ kind, outcome }) => kind === 'status' && outcome === 'failed')
