import { firstIdAt } from '#kernel'
import { AccountQuarter, failedMoment, noThousandths } from '#packing'
import type { AccountQuarterRow } from '#packing'
import { maxQueueToResultMs } from './hours.ts'
import { mainMetricsOfTypes } from './main-metrics.ts'
import { boundsOf, datesOf } from './spans.ts'
import type { TimeSpan } from './spans.ts'
import type { Queryable, Values } from '../database/queryable.ts'

/** How a quarter is packed, from `result`, in both statements below: kept and recent results must have one format. */
const packedSteps = `
main as (
  select result.account_id, result.check_id, outcome = 'failed' as failed,
    round(date_part('epoch', stored_at - $1::timestamptz) * 1000)::int as moment, value,
    abs(value) < 2e6 and round(value * 1000) / 1000 = value as is_short
  from result join checks on checks.account_id = result.account_id and checks.id = result.check_id
  left join unnest($7::text[], $8::int[]) as main_metric (check_type, position) on main_metric.check_type = checks.check_type
  cross join lateral (select metrics[main_metric.position] as value) as one),
measured as (
  select account_id, check_id, count(*)::int as size, (count(*) filter (where failed))::int as failures,
    string_agg(int4send(case when failed then $5::int else 0 end + moment), '') as moments,
    string_agg(int4send(case when is_short then round(value * 1000)::int else $6::int end), '') as short,
    string_agg(float8send(coalesce(value, 'NaN')), '') as long, bool_and(is_short is not false) as is_short
  from main group by account_id, check_id)`

const packedColumns = `
  string_agg(uuid_send(check_id), '' order by check_id) as checks,
  string_agg(int4send(size) || int4send(failures), '' order by check_id) as counts,
  string_agg(moments, '' order by check_id) as moments,
  case when bool_and(is_short) then string_agg(short, '' order by check_id)
    else string_agg(long, '' order by check_id) end as measured
from measured group by account_id`

const keepQuarterStatement = `
insert into account_quarters (account_id, bucket, size, checks, counts, moments, measured)
with result as (
  select account_id, check_id, outcome, stored_at, metrics
  from measured_results where id >= $3 and id < $4 and stored_at >= $1 and stored_at < $2
  union all
  select account_id, check_id, outcome, stored_at, metrics
  from formerly_measured_results where bucket > $1::timestamptz - interval '5 minutes' and bucket < $2
    and stored_at >= $1 and stored_at < $2),
${packedSteps}
select account_id, $1::timestamptz as bucket, sum(size)::int as size,
${packedColumns}
on conflict do nothing`

const parametersOf = ({ fromMs, toMs }: TimeSpan): Values => [
  new Date(fromMs),
  new Date(toMs),
  firstIdAt(fromMs - maxQueueToResultMs),
  firstIdAt(toMs),
  failedMoment,
  noThousandths,
  ...mainMetricsOfTypes,
]

/** Packs and keeps the results of one quarter of an hour. */
export const keepAccountQuarter = (tx: Queryable, quarter: TimeSpan): Promise<unknown> =>
  tx.rows(keepQuarterStatement, parametersOf(quarter))

const recentResultsStatement = `
with result as (
  select account_id, check_id, outcome, stored_at, metrics
  from measured_results where account_id = $9 and id >= $3 and id < $4 and stored_at >= $1 and stored_at < $2
  union all
  select account_id, check_id, outcome, stored_at, metrics
  from formerly_measured_results where account_id = $9 and bucket > $1::timestamptz - interval '5 minutes' and bucket < $2
    and stored_at >= $1 and stored_at < $2),
${packedSteps}
select date_part('epoch', $1::timestamptz) * 1000 as start_ms,
${packedColumns}`

/** Results that are not kept yet, packed the same way straight from where they are stored. */
export async function findRecentAccountResults(
  db: Queryable,
  accountId: string,
  timeSpan: TimeSpan,
): Promise<AccountQuarter[]> {
  const rows = await db.rows<AccountQuarterRow & Record<string, unknown>>(recentResultsStatement, [
    ...parametersOf(timeSpan),
    accountId,
  ])
  return rows.map((row) => new AccountQuarter(row))
}

/** How many results are kept in stretches of whole quarters. */
export async function countAccountResults(
  db: Queryable,
  accountId: string,
  timeSpans: readonly TimeSpan[],
): Promise<number> {
  const [row] = await db.rows<{ size: number }>(
    `select coalesce(sum(size), 0)::bigint as size
     from unnest($2::timestamptz[], $3::timestamptz[]) as stretch (from_at, to_at)
     join account_quarters on account_id = $1 and bucket >= from_at and bucket < to_at
     where bucket >= $4 and bucket < $5`,
    [accountId, ...datesOf(timeSpans), ...boundsOf(timeSpans)],
  )
  return row?.size ?? 0
}

/** The stored aggregates of stretches that begin and end with a quarter, in order; moments only of those quarters that begin at `cutMs`. */
export async function findAccountQuarters(
  db: Queryable,
  accountId: string,
  timeSpans: readonly TimeSpan[],
  cutMs: readonly number[],
): Promise<AccountQuarter[]> {
  const rows = await db.rows<AccountQuarterRow & Record<string, unknown>>(
    `select date_part('epoch', bucket) * 1000 as start_ms, counts, measured,
       case when checks is distinct from lag(checks) over (order by bucket) then checks end as checks,
       case when bucket = any($6::timestamptz[]) then moments end as moments
     from unnest($2::timestamptz[], $3::timestamptz[]) as stretch (from_at, to_at)
     join account_quarters on account_id = $1 and bucket >= from_at and bucket < to_at
     where bucket >= $4 and bucket < $5 order by bucket`,
    [accountId, ...datesOf(timeSpans), ...boundsOf(timeSpans), cutMs.map((ms) => new Date(ms))],
  )
  return rows.map((row) => new AccountQuarter(row))
}
