import { datesOf } from './spans.ts'
import type { TimeSpan } from './spans.ts'
import type { Queryable } from '../database/queryable.ts'

/** A day of all checks of an account, packed. */
export interface NewAccountDay {
  readonly accountId: string
  /** Epoch milliseconds. */
  readonly fromMs: number
  readonly checks: Buffer
  readonly summaries: Buffer
  readonly histograms: Buffer
}

/** Stores a day that is not there yet. */
export const insertAccountDay = (tx: Queryable, day: NewAccountDay): Promise<unknown> =>
  tx.rows(
    `insert into account_days (account_id, bucket, checks, summaries, histograms) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [day.accountId, new Date(day.fromMs), day.checks, day.summaries, day.histograms],
  )

export interface AccountDay {
  readonly startMs: number
  /** Null when they are those of the day before. */
  readonly checks: Buffer | null
  readonly summaries: Buffer | null
  readonly histograms: Buffer | null
}

/** Days in order, those in `joined` with their histograms and the others with their summaries. */
export const findAccountDays = (
  db: Queryable,
  accountId: string,
  { fromMs, toMs }: TimeSpan,
  joined: readonly TimeSpan[],
): Promise<AccountDay[]> =>
  db.rows<AccountDay & Record<string, unknown>>(
    `select date_part('epoch', bucket) * 1000 as start_ms,
       case when checks is distinct from lag(checks) over (order by bucket) then checks end as checks,
       case when not is_joined then summaries end as summaries, case when is_joined then histograms end as histograms
     from account_days cross join lateral (select exists (select from unnest($4::timestamptz[], $5::timestamptz[])
       as stretch (from_at, to_at) where bucket >= from_at and bucket < to_at) as is_joined) as one
     where account_id = $1 and bucket >= $2 and bucket < $3 order by bucket`,
    [accountId, new Date(fromMs), new Date(toMs), ...datesOf(joined)],
  )
