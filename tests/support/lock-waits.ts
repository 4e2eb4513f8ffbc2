import type { Queryable } from '#storage/database'

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Resolves when so many statements in this database wait for a lock. */
export async function untilLocksAreAwaited(db: Queryable, count = 1): Promise<void> {
  while ((await db.rows(waiting)).length < count) await new Promise((resolve) => setImmediate(resolve))
}
