import type { Queryable } from '#storage/database'

/** What is left of the unlogged tables after a crash of the database: nothing. */
export const crashUnlogged = (db: Queryable): Promise<unknown> =>
  db.rows('truncate unlogged_run_tasks, schedule_times, planned_since_crash')
