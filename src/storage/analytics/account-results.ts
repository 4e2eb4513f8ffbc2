import { analyticsTypes, mainColumn } from '#contract'
import type { AnalyticsType } from '#contract'
import { firstIdAt } from '#kernel'
import { longestRunMs, resultsMeasured, resultsMeasuredFormerly } from './measurements.ts'
import type { Stretch } from './pieces-of-spans.ts'
import type { Queryable } from '../database/queryable.ts'

/**
 * The final results of all checks of an account in a stretch of time, check after check. Numbers are in network order.
 */
export interface AccountResultsRow {
  readonly fromMs: number
  /** Ids of 16 bytes, in order. Null when they are those of the row before. */
  readonly checks: Buffer | null
  /** Two int4 for each check: its results and how many of them failed. */
  readonly counts: Buffer
  /**
   * The main metric of each result: thousandths as int4, `noThousandths` when it measured none, or float8 and NaN. The
   * length of all of them says which.
   */
  readonly measured: Buffer
  /** Int4 for each result: milliseconds since the stretch began. Failed ones have `failedMoment` more. Null when not asked for. */
  readonly moments: Buffer | null
}

/** More milliseconds than a stretch can have. */
export const failedMoment = 2 ** 30
export const noThousandths = -(2 ** 31)

const types = Object.keys(analyticsTypes) as AnalyticsType[]

/** SQL of the main metric of a check, where `sqlOf` tells the SQL of a column. */
export const mainMetric = (checkType: string, sqlOf: (column: number) => string): string =>
  `case ${checkType} ${types.map((type) => `when '${type}' then ${sqlOfMain(type, sqlOf)}`).join(' ')} end`

function sqlOfMain(type: AnalyticsType, sqlOf: (column: number) => string): string {
  const column = mainColumn(type)
  return column === null ? 'null' : sqlOf(column)
}

/** `record` has one row for each result, of a stretch that begins at $1. */
const packed = (record: string): string => `
with record as (${record}),
main as (
  select record.account_id, record.check_id, outcome = 'failed' as failed,
    round(date_part('epoch', at - $1::timestamptz) * 1000)::int as moment, value,
    abs(value) < 2e6 and round(value * 1000) / 1000 = value as is_short
  from record join checks on checks.account_id = record.account_id and checks.id = record.check_id
  cross join lateral (select ${mainMetric('checks.check_type', (column) => `measured[${column}]`)} as value) as one),
measured as (
  select account_id, check_id, count(*)::int as size, (count(*) filter (where failed))::int as failures,
    string_agg(int4send(case when failed then ${failedMoment} else 0 end + moment), '') as moments,
    string_agg(int4send(case when is_short then round(value * 1000)::int else ${noThousandths} end), '') as short,
    string_agg(float8send(coalesce(value, 'NaN')), '') as long, bool_and(is_short is not false) as is_short
  from main group by account_id, check_id)
select account_id, $1::timestamptz as bucket, sum(size)::int as size,
  string_agg(uuid_send(check_id), '' order by check_id) as checks,
  string_agg(int4send(size) || int4send(failures), '' order by check_id) as counts,
  string_agg(moments, '' order by check_id) as moments,
  case when bool_and(is_short) then string_agg(short, '' order by check_id)
    else string_agg(long, '' order by check_id) end as measured
from measured group by account_id`

const stored = 'id >= $3 and id < $4 and created_at >= $1 and created_at < $2'
const storedFormerly = `kept.bucket > $1::timestamptz - interval '5 minutes' and kept.bucket < $2 and one.at >= $1 and one.at < $2`

const keepQuarter = `
insert into account_quarters (account_id, bucket, size, checks, counts, moments, measured)
${packed(`
  select account_id, check_id, ${resultsMeasured} and ${stored}
  union all
  select account_id, check_id, outcome, ${resultsMeasuredFormerly} and ${storedFormerly}`)}
on conflict do nothing`

const boundsOf = ({ fromMs, toMs }: Stretch): unknown[] => [
  new Date(fromMs),
  new Date(toMs),
  firstIdAt(fromMs - longestRunMs),
  firstIdAt(toMs),
]

/** Keeps the results of one quarter of an hour. */
export const keepAccountQuarter = (tx: Queryable, quarter: Stretch): Promise<unknown> =>
  tx.rows(keepQuarter, boundsOf(quarter))

/** The same of results that are not kept yet, straight from where they are stored. */
export const findRecentAccountResults = (
  db: Queryable,
  accountId: string,
  stretch: Stretch,
): Promise<AccountResultsRow[]> =>
  db.rows(
    `select date_part('epoch', bucket) * 1000 as from_ms, checks, counts, moments, measured from (${packed(`
      select account_id, check_id, ${resultsMeasured} and account_id = $5 and ${stored}
      union all
      select account_id, check_id, outcome, ${resultsMeasuredFormerly} and account_id = $5 and ${storedFormerly}`)}) as recent`,
    [...boundsOf(stretch), accountId],
  )

const quartersOf = `
from unnest($2::timestamptz[], $3::timestamptz[]) as stretch (from_at, to_at)
join account_quarters on account_id = $1 and bucket >= from_at and bucket < to_at
where bucket >= $4 and bucket < $5`

const valuesOf = (accountId: string, stretches: readonly Stretch[]): unknown[] => [
  accountId,
  stretches.map(({ fromMs }) => new Date(fromMs)),
  stretches.map(({ toMs }) => new Date(toMs)),
  new Date(Math.min(...stretches.map(({ fromMs }) => fromMs))),
  new Date(Math.max(...stretches.map(({ toMs }) => toMs))),
]

/** How many results are kept in stretches of whole quarters. */
export async function countAccountResults(
  db: Queryable,
  accountId: string,
  stretches: readonly Stretch[],
): Promise<number> {
  const [row] = await db.rows<{ size: number }>(
    `select coalesce(sum(size), 0)::bigint as size ${quartersOf}`,
    valuesOf(accountId, stretches),
  )
  return row?.size ?? 0
}

/** What is kept of stretches that begin and end with a quarter, in order; moments only of those quarters that begin at `cutMs`. */
export const findAccountQuarters = (
  db: Queryable,
  accountId: string,
  stretches: readonly Stretch[],
  cutMs: readonly number[],
): Promise<AccountResultsRow[]> =>
  db.rows(
    `select date_part('epoch', bucket) * 1000 as from_ms, counts, measured,
       case when checks is distinct from lag(checks) over (order by bucket) then checks end as checks,
       case when bucket = any($6::timestamptz[]) then moments end as moments ${quartersOf} order by bucket`,
    [...valuesOf(accountId, stretches), cutMs.map((ms) => new Date(ms))],
  )
