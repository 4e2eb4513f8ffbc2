import type { Observation, RunTask } from '#contract'
import { WorkBudget, assertsOnBody, judge, judgeUnevaluated, readBeginning } from '#evaluation'
import { concludeRun } from './conclude-run.ts'
import type { Conclusion } from './conclude-run.ts'
import { JudgePool, usualJudgePool } from './judge-pool.ts'
import type { JudgePoolOptions } from './judge-pool.ts'

/** At most some ten milliseconds, usually much less; what asks for more is judged in a process of its own. */
const unitsOnThread = 10_000

/**
 * Judges what probes saw. Nearly all answers cost a few microseconds and are judged at once; those that may be dear are
 * judged elsewhere, so that no target can hold up the runs of others.
 */
export class Judges {
  readonly #pool: JudgePool

  constructor(options: JudgePoolOptions = usualJudgePool) {
    this.#pool = new JudgePool(options)
  }

  /** Null when the judges were closed before. Rejects when judging broke. */
  async conclude(task: RunTask, observation: Observation): Promise<Conclusion | null> {
    if (observation.unreadBody !== undefined && assertsOnBody(task)) return this.#judgeElsewhere(task, observation)
    const work = new WorkBudget(unitsOnThread)
    const seen = readBeginning(task, observation)
    const verdict = judge(task, seen, work)
    return work.isOverdrawn ? this.#judgeElsewhere(task, observation) : concludeRun(task, seen, verdict)
  }

  /** Ends what is judged elsewhere. */
  close(): void {
    this.#pool.close()
  }

  async #judgeElsewhere(task: RunTask, observation: Observation): Promise<Conclusion | null> {
    const judged = await this.#pool.run(task, observation)
    if (judged.outcome === 'stopped') return null
    if (judged.outcome === 'judged') return judged.conclusion
    const seen = readBeginning(task, observation)
    const conclusion = concludeRun(task, seen, judgeUnevaluated(task, seen, judged.problem))
    return judged.outcome === 'unfinished' || hasFailingStatus(conclusion)
      ? conclusion
      : { ...conclusion, isRunnerError: true }
  }
}

/** Such an answer has failed, whatever the assertions that nobody evaluated would have come to. */
const hasFailingStatus = ({ verdict }: Conclusion): boolean =>
  verdict.reasons.some(({ kind, outcome }) => kind === 'status' && outcome === 'failed')
