import { mainMetric } from './account-results.ts'
import type { Series } from './measurements.ts'
import type { Stretch } from './pieces-of-spans.ts'
import type { Queryable } from '../database/queryable.ts'
import { rollupMinutes, readAll } from './rollups.ts'

/** A day of all checks of an account. */
export interface AccountDay {
  /** Ids of 16 bytes, in order. */
  readonly checks: Buffer
  /** Six float64 for each check, low byte first: results, failed ones, how many measured something, their sum, p95 and p99. */
  readonly figures: Buffer
  /** A tally for each check. */
  readonly tallies: Buffer
}

export interface ShortDayRow {
  readonly accountId: string
  readonly checkId: string
  readonly series: readonly Series[]
  /** Tallies of the main metric, one for each series; null when nothing measured it. */
  readonly main: Buffer | null
}

/** The short roll-ups of one day, those of one account after the other. */
export const readShortDays = (tx: Queryable, dayFromMs: number): AsyncGenerator<ShortDayRow[]> =>
  readAll<ShortDayRow & Record<string, unknown>>(
    tx,
    `select rollup.account_id, check_id, series,
       ${mainMetric('checks.check_type', (column) => `m${column}`)} as main
     from check_rollups rollup join checks on checks.account_id = rollup.account_id and checks.id = check_id
     where bucket = $1 and minutes = ${rollupMinutes.day} and not is_broken_down order by rollup.account_id, check_id`,
    [new Date(dayFromMs)],
  )

/** The first day that is rolled up; null when there is none. */
export async function firstRolledUpAt(tx: Queryable): Promise<number | null> {
  const [row] = await tx.rows<{ at: Date | null }>(
    `select min(bucket) as at from check_rollups where minutes = ${rollupMinutes.day} and not is_broken_down`,
  )
  return row?.at?.getTime() ?? null
}

/** Stores a day that is not there yet. */
export const insertAccountDay = (
  tx: Queryable,
  key: { readonly accountId: string; readonly fromMs: number },
  { checks, figures, tallies }: AccountDay,
): Promise<unknown> =>
  tx.rows(
    `insert into account_days (account_id, bucket, checks, figures, tallies) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [key.accountId, new Date(key.fromMs), checks, figures, tallies],
  )

export interface AccountDayRow {
  readonly fromMs: number
  /** Null when they are those of the row before. */
  readonly checks: Buffer | null
  readonly figures: Buffer | null
  readonly tallies: Buffer | null
}

/** Days in order, those in `joined` with their tallies and the others with their figures. */
export const findAccountDays = (
  db: Queryable,
  accountId: string,
  { fromMs, toMs }: Stretch,
  joined: readonly Stretch[],
): Promise<AccountDayRow[]> =>
  db.rows(
    `select date_part('epoch', bucket) * 1000 as from_ms,
       case when checks is distinct from lag(checks) over (order by bucket) then checks end as checks,
       case when not is_joined then figures end as figures, case when is_joined then tallies end as tallies
     from account_days cross join lateral (select exists (select from unnest($4::timestamptz[], $5::timestamptz[])
       as stretch (from_at, to_at) where bucket >= from_at and bucket < to_at) as is_joined) as one
     where account_id = $1 and bucket >= $2 and bucket < $3 order by bucket`,
    [
      accountId,
      new Date(fromMs),
      new Date(toMs),
      joined.map((stretch) => new Date(stretch.fromMs)),
      joined.map((stretch) => new Date(stretch.toMs)),
    ],
  )
