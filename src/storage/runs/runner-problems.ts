import type { RunnerProblems } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** Replaces what a runner says it lacks, and forgets runners that have said nothing since `forgetBefore`. */
export async function saveRunnerProblems(
  db: Queryable,
  { runnerId, problems, now }: { readonly runnerId: string; readonly problems: RunnerProblems; readonly now: Date },
  forgetBefore: Date,
): Promise<void> {
  await db.rows(
    `insert into runner_problems (runner_id, problems, seen_at) values ($1, $2, $3)
     on conflict (runner_id) do update set problems = excluded.problems, seen_at = excluded.seen_at`,
    [runnerId, JSON.stringify(problems), now],
  )
  await db.rows(`delete from runner_problems where seen_at < $1`, [forgetBefore])
}

export const deleteRunnerProblems = (db: Queryable, runnerId: string): Promise<unknown> =>
  db.rows(`delete from runner_problems where runner_id = $1`, [runnerId])

/** The problems that runners have reported since a time. */
export async function findRunnerProblems(db: Queryable, since: Date): Promise<RunnerProblems[]> {
  const rows = await db.rows<{ problems: RunnerProblems }>(
    `select problems from runner_problems where seen_at >= $1 order by runner_id`,
    [since],
  )
  return rows.map(({ problems }) => problems)
}
