import { descriptorOf } from '#contract'
import type { Observation, RunTask, Verdict } from '#contract'
import { evidenceOf } from './decide-return.ts'

export interface SightQuestion {
  readonly task: Pick<RunTask, 'checkType' | 'limits' | 'code'>
  readonly observation: Pick<Observation, 'failure' | 'responseTimeMs' | 'startedAt' | 'stoppedAt'>
  readonly verdict: Verdict
}

/** Codes of lookups to which a name server did answer, for the name itself. */
const answeredNames = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Whether a failure says something about the target only if the runner could see it: nothing of the target arrived. A
 * response, a refused connection or a name that does not exist is an answer, so that the runner saw. Of a script nobody knows
 * what its failure rests on.
 */
export function needsSight(question: SightQuestion): boolean {
  const { task, observation, verdict } = question
  if (verdict.outcome !== 'failed') return false
  if (task.code !== undefined && descriptorOf(task.checkType).code !== 'around request') return true
  const { failure } = observation
  if (failure?.kind === 'dns') return !answeredNames.has(failure.code)
  if (failure?.code === 'EADDRNOTAVAIL') return true
  const evidence = evidenceOf(question)
  return evidence.length > 0 && evidence.every((one) => one.of === 'connection' || one.of === 'time-limit')
}
