import { dayMs, hourMs, minuteMs } from '#kernel'
import type { Queryable } from '../database/queryable.ts'

/** The rollups of results, one unit of time after the other; lengths in milliseconds. */
export const rollupSteps = {
  hour: { name: 'hour', lengthMs: hourMs },
  day: { name: 'day', lengthMs: dayMs },
  accountQuarter: { name: 'account_quarter', lengthMs: 15 * minuteMs },
  accountDay: { name: 'account_day', lengthMs: dayMs },
} as const
export type RollupStep = keyof typeof rollupSteps

/** No step: before this moment results and what is kept of them by the hour may be dropped. */
const expiredResults = 'expired_results'

/** Epoch milliseconds until when everything is made. */
export interface RollupProgress {
  /** Hours are kept and rolled up. */
  readonly hourMs: number
  readonly dayMs: number
  /** Quarters of hours of accounts are kept. */
  readonly quarterMs: number
  readonly accountDayMs: number
  /** Results from before may be dropped. */
  readonly resultsFromMs: number
}

/** Rollups that have not started have 0. */
export async function findRollupProgress(db: Queryable): Promise<RollupProgress> {
  const rows = await db.namedRows<{ step: string; until: Date }>(
    'find-rollup-progress',
    'select step, until from rollup_progress',
  )
  const untilOf = (step: string): number => rows.find((row) => row.step === step)?.until.getTime() ?? 0
  return {
    hourMs: untilOf(rollupSteps.hour.name),
    dayMs: untilOf(rollupSteps.day.name),
    quarterMs: untilOf(rollupSteps.accountQuarter.name),
    accountDayMs: untilOf(rollupSteps.accountDay.name),
    resultsFromMs: untilOf(expiredResults),
  }
}

/** Only ever moves forward. */
const saveProgress = (tx: Queryable, step: string, untilMs: number): Promise<unknown> =>
  tx.rows(
    `insert into rollup_progress as known (step, until) values ($1, $2)
     on conflict (step) do update set until = greatest(known.until, excluded.until)`,
    [step, new Date(untilMs)],
  )

export const saveRollupProgress = (tx: Queryable, step: RollupStep, untilMs: number): Promise<unknown> =>
  saveProgress(tx, rollupSteps[step].name, untilMs)

/** Results of days before this time are deleted, or will be with the next drop. */
export const saveResultsKeptFrom = (db: Queryable, ms: number): Promise<unknown> => saveProgress(db, expiredResults, ms)

/** Where a step stopped; holds others off until the transaction ends. Null when it has not begun. */
export async function lockRollupProgress(tx: Queryable, step: RollupStep): Promise<number | null> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('belfry roll-ups'))`)
  const rows = await tx.rows<{ until: Date }>('select until from rollup_progress where step = $1', [
    rollupSteps[step].name,
  ])
  return rows[0]?.until.getTime() ?? null
}
