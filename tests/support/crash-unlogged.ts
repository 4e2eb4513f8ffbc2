import type { Queryable } from '#storage/database'

/** Empties the unlogged tables, as a crash of the database does. */
export const crashUnlogged = (db: Queryable): Promise<unknown> =>
  db.rows('truncate unlogged_run_tasks, schedule_times, planned_since_crash')
