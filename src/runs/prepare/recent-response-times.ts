import { descriptorOf } from '#contract'
import type { RunTask } from '#contract'
import { isDryRun, isTestRun, listCheckResults } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { RunTaskRow } from '#storage/runs'

/**
 * Adds to the tasks of checks with a limit over their last response times those of the runs before, in the same location.
 * Nothing is read for others, nor for runs of tests.
 */
export async function withRecentResponseTimes(
  db: Queryable,
  tasks: readonly RunTask[],
  rows: readonly RunTaskRow[],
): Promise<RunTask[]> {
  if (!tasks.some(isJudgedOverRuns)) return [...tasks]
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return Promise.all(
    tasks.map(async (task) => {
      const row = rowsById.get(task.id)
      if (!isJudgedOverRuns(task) || row === undefined || isTestRun(row) || isDryRun(row)) return task
      return { ...task, recentResponseTimes: await recentTimes(db, row, task.limits.rolling.runs - 1) }
    }),
  )
}

type JudgedOverRuns = RunTask & { readonly limits: Required<Pick<RunTask['limits'], 'rolling'>> }

const isJudgedOverRuns = (task: RunTask): task is JudgedOverRuns =>
  task.limits.rolling !== undefined && descriptorOf(task.checkType).limits !== null

async function recentTimes(db: Queryable, { accountId, checkId, queue }: RunTaskRow, limit: number): Promise<number[]> {
  const results = await listCheckResults(
    db,
    {
      accountId,
      checkId,
      fromId: null,
      beforeId: null,
      queues: [queue],
      checkType: null,
      hasFailures: false,
      resultType: 'FINAL',
    },
    { limit, offset: 0, withDetail: false },
  )
  return results.map(({ responseTimeMs }) => responseTimeMs)
}
