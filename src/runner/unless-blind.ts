import type { RunReport, RunReturn, RunTask } from '#contract'
import { writeReason } from '#contract/reasons'
import { needsSight } from '#evaluation'
import type { RunnerSight } from './runner-options.ts'
import { waitKeysOf } from './wait-keys.ts'

/**
 * The outcome of a run, or an inconclusive report where this runner was blind and nothing of the target arrived. What it
 * asks for that costs runs that fail without an answer only.
 */
export async function unlessBlind(
  task: RunTask,
  ended: RunReport | RunReturn,
  sight: RunnerSight | undefined,
): Promise<RunReport | RunReturn> {
  if (sight === undefined || !('verdict' in ended) || ended.isRunnerError) return ended
  if (!needsSight({ task, observation: ended.observation, verdict: ended.verdict })) return ended
  const silent = await sight.whyBlind(waitKeysOf(task).host, ended.observation.startedAt)
  if (silent === null) return ended
  const message = writeReason('LOCATION_BLIND', { anchors: silent.join(', ') })
  const reasons = [{ kind: 'failure', outcome: 'failed', message } as const, ...ended.verdict.reasons]
  return { ...ended, verdict: { ...ended.verdict, reasons }, isRunnerError: true, isInconclusive: true, isBlind: true }
}
