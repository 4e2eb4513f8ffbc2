import type { Queryable } from '../database/queryable.ts'

/** When the latest piece of each kind of work comes due, in epoch milliseconds; null when there is none. */
export interface LatestDueWork {
  readonly schedule: number | null
  readonly run: number | null
  readonly notification: number | null
}

const latestOf = (table: string, column: string): string =>
  `(select ${column} from ${table} where ${column} is not null order by ${column} desc limit 1)`

/** Reads one index entry of each table; the table of runs, which has only what is under way, is looked through. */
export async function findLatestDueWork(db: Queryable): Promise<LatestDueWork> {
  const rows = await db.namedRows<Record<keyof LatestDueWork, Date | null>>(
    'latest-due-work',
    `select ${latestOf('schedule_times', 'next_run_at')} as schedule,
       (select max(claimable_at) from run_tasks) as run,
       ${latestOf('notifications', 'claimable_at')} as notification`,
    [],
  )
  const [found] = rows
  const timeOf = (at: Date | null | undefined): number | null => at?.getTime() ?? null
  return { schedule: timeOf(found?.schedule), run: timeOf(found?.run), notification: timeOf(found?.notification) }
}
