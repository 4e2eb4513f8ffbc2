import { isTestRun } from '#storage/runs'
import type { NewArtifact } from '#storage/runs'
import type { Settled } from './result-row.ts'

/** The files of a settled run, as those of its result. */
export function artifactRows({ task, report, retry }: Settled, nowMs: number): NewArtifact[] {
  const { accountId, checkId } = task
  // The last attempt in a test session takes the place of the pending result.
  const resultId = isTestRun(task) && retry === null ? task.sequenceId : task.id
  const isOfPassedRun = report.verdict.outcome === 'passed'
  const createdAt = new Date(nowMs)
  return (report.artifacts ?? []).map((artifact) => ({
    ...artifact,
    accountId,
    resultId,
    checkId,
    isOfPassedRun,
    createdAt,
  }))
}
