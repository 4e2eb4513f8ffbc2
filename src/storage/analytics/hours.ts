import { firstIdAt, hourMs } from '#kernel'
import { eachMetric, PackedHour } from '#packing'
import type { MetricPosition, PackedHourRow } from '#packing'
import { joinByPieces } from './joined-metrics.ts'
import type { JoinedMetrics, RequestedMetrics } from './joined-metrics.ts'
import { boundsOf, datesOf } from './spans.ts'
import type { Span, TimeSpan } from './spans.ts'
import type { Queryable } from '../database/queryable.ts'

/** An id is made when its run is queued, its result is stored within this time. */
export const maxQueueToResultMs = 2 * hourMs

const keepHourStatement = `
insert into check_hours (account_id, check_id, bucket, size, series, at, retries,
  metric_1, metric_2, metric_3, metric_4, metric_5, metric_6, metric_7, metric_8, metric_9, metric_10)
with result as (
  select account_id, check_id, location, status_code, outcome, stored_at, retries, metrics
  from measured_results where id >= $3 and id < $4 and stored_at >= $1 and stored_at < $2
  union all
  select account_id, check_id, location, status_code, outcome, stored_at, retries, metrics
  from formerly_measured_results where bucket >= $1 and bucket < $2),
series as (
  select account_id, check_id, date_bin('1 hour', stored_at, 'epoch') as bucket, location, status_code, outcome,
    count(*)::int as size, sum(retries)::int as retried,
    string_agg(int4send(round(date_part('epoch', stored_at - date_bin('1 hour', stored_at, 'epoch')) * 1000)::int), '') as at,
    string_agg(int2send(retries::int2), '') as retries,
    string_agg(float8send(coalesce(metrics[1], 'NaN')), '') as metric_1, count(metrics[1]) as count_1,
    string_agg(float8send(coalesce(metrics[2], 'NaN')), '') as metric_2, count(metrics[2]) as count_2,
    string_agg(float8send(coalesce(metrics[3], 'NaN')), '') as metric_3, count(metrics[3]) as count_3,
    string_agg(float8send(coalesce(metrics[4], 'NaN')), '') as metric_4, count(metrics[4]) as count_4,
    string_agg(float8send(coalesce(metrics[5], 'NaN')), '') as metric_5, count(metrics[5]) as count_5,
    string_agg(float8send(coalesce(metrics[6], 'NaN')), '') as metric_6, count(metrics[6]) as count_6,
    string_agg(float8send(coalesce(metrics[7], 'NaN')), '') as metric_7, count(metrics[7]) as count_7,
    string_agg(float8send(coalesce(metrics[8], 'NaN')), '') as metric_8, count(metrics[8]) as count_8,
    string_agg(float8send(coalesce(metrics[9], 'NaN')), '') as metric_9, count(metrics[9]) as count_9,
    string_agg(float8send(coalesce(metrics[10], 'NaN')), '') as metric_10, count(metrics[10]) as count_10
  from result group by 1, 2, 3, 4, 5, 6)
select account_id, check_id, bucket, sum(size)::int as size,
  json_agg(json_build_array(location, status_code, outcome, size, retried)) as series,
  string_agg(at, '') as at, string_agg(retries, '') as retries,
  case when sum(count_1) > 0 then string_agg(metric_1, '') end as metric_1,
  case when sum(count_2) > 0 then string_agg(metric_2, '') end as metric_2,
  case when sum(count_3) > 0 then string_agg(metric_3, '') end as metric_3,
  case when sum(count_4) > 0 then string_agg(metric_4, '') end as metric_4,
  case when sum(count_5) > 0 then string_agg(metric_5, '') end as metric_5,
  case when sum(count_6) > 0 then string_agg(metric_6, '') end as metric_6,
  case when sum(count_7) > 0 then string_agg(metric_7, '') end as metric_7,
  case when sum(count_8) > 0 then string_agg(metric_8, '') end as metric_8,
  case when sum(count_9) > 0 then string_agg(metric_9, '') end as metric_9,
  case when sum(count_10) > 0 then string_agg(metric_10, '') end as metric_10
from series group by 1, 2, 3
on conflict do nothing`

/** Packs and keeps the results of one whole hour. */
export const keepHour = (tx: Queryable, { fromMs, toMs }: TimeSpan): Promise<unknown> =>
  tx.rows(keepHourStatement, [
    new Date(fromMs),
    new Date(toMs),
    firstIdAt(fromMs - maxQueueToResultMs),
    firstIdAt(toMs),
  ])

const recentHoursStatement = (positions: readonly MetricPosition[]): string => `
with result as (
  select account_id, check_id, location, status_code, outcome, stored_at, retries, metrics
  from measured_results where account_id = $1 and check_id = any($2::uuid[])
    and id >= $5 and id < $6 and stored_at >= $3 and stored_at < $4
  union all
  select account_id, check_id, location, status_code, outcome, stored_at, retries, metrics
  from formerly_measured_results where account_id = $1 and check_id = any($2::uuid[])
    and bucket > $3::timestamptz - interval '5 minutes' and bucket < $4 and stored_at >= $3 and stored_at < $4),
series as (
  select account_id, check_id, date_bin('1 hour', stored_at, 'epoch') as bucket, location, status_code, outcome,
    count(*)::int as size, sum(retries)::int as retried,
    string_agg(int4send(round(date_part('epoch', stored_at - date_bin('1 hour', stored_at, 'epoch')) * 1000)::int), '') as at,
    string_agg(int2send(retries::int2), '') as retries
    ${eachMetric(
      positions,
      (column, position) =>
        `, string_agg(float8send(coalesce(metrics[${position}], 'NaN')), '') as ${column}, count(metrics[${position}]) as ${column}_count`,
    )}
  from result group by 1, 2, 3, 4, 5, 6)
select account_id, check_id, date_part('epoch', bucket) * 1000 as start_ms,
  json_agg(json_build_array(location, status_code, outcome, size, retried)) as series,
  string_agg(at, '') as at, string_agg(retries, '') as retries
  ${eachMetric(positions, (column) => `, case when sum(${column}_count) > 0 then string_agg(${column}, '') end as ${column}`)}
from series group by account_id, check_id, bucket`

/** Results that are not kept by the hour yet, packed the same way straight from where they are stored. */
export async function findRecentHours(
  db: Queryable,
  { accountId, checkIds, positions }: RequestedMetrics,
  { fromMs, toMs }: TimeSpan,
): Promise<PackedHour[]> {
  const rows = await db.rows<PackedHourRow>(recentHoursStatement(positions), [
    accountId,
    checkIds,
    new Date(fromMs),
    new Date(toMs),
    firstIdAt(fromMs - maxQueueToResultMs),
    firstIdAt(toMs),
  ])
  return rows.map((row) => new PackedHour(row))
}

const hoursStatement = (positions: readonly MetricPosition[]): string => `
select account_id, check_id, date_part('epoch', bucket) * 1000 as start_ms, series, at, retries
  ${eachMetric(positions, (column) => `, ${column}`)}
from unnest($3::timestamptz[], $4::timestamptz[]) as stretch (from_at, to_at)
join check_hours on account_id = $1 and check_id = any($2::uuid[]) and bucket >= from_at and bucket < to_at
where bucket >= $5 and bucket < $6`

/** The hours kept in these stretches, which begin with an hour. Only the metrics asked for are there. */
export async function findHours(
  db: Queryable,
  { accountId, checkIds, positions }: RequestedMetrics,
  timeSpans: readonly TimeSpan[],
): Promise<PackedHour[]> {
  const rows = await db.rows<PackedHourRow>(hoursStatement(positions), [
    accountId,
    checkIds,
    ...datesOf(timeSpans),
    ...boundsOf(timeSpans),
  ])
  return rows.map((row) => new PackedHour(row))
}

/** A metric that an hour did not measure stands as NaN for each of its results. */
const joinedHoursStatement = (positions: readonly MetricPosition[]): string => `
select check_id, json_agg(piece)::text as pieces, json_agg(series)::text as series
  ${eachMetric(positions, (column) => `, string_agg(coalesce(${column}, decode(repeat('7ff8000000000000', size), 'hex')), '') as ${column}`)}
from (select *, width_bucket(bucket, $3::timestamptz[]) as piece from check_hours
  where account_id = $1 and check_id = any($2::uuid[]) and bucket >= $5 and bucket < $6) as kept
where ($4::boolean[])[piece] group by check_id`

/** The stored aggregates of these spans, which begin and end with an hour. Only the requested metrics are there. */
export const joinHours = (
  db: Queryable,
  requested: RequestedMetrics,
  spans: readonly Span[],
): Promise<JoinedMetrics[]> =>
  joinByPieces(db, { text: joinedHoursStatement(requested.positions), more: [] }, requested, spans)

/** How many results of a check are kept in a stretch of whole hours. */
export async function countKept(
  db: Queryable,
  accountId: string,
  checkId: string,
  timeSpan: TimeSpan,
): Promise<number> {
  const rows = await db.rows<{ size: number }>(
    `select coalesce(sum(size), 0)::bigint as size from check_hours
     where account_id = $1 and check_id = $2 and bucket >= $3 and bucket < $4`,
    [accountId, checkId, new Date(timeSpan.fromMs), new Date(timeSpan.toMs)],
  )
  return rows[0]?.size ?? 0
}

/** When the first result that counts was stored; null when there is none. */
export async function firstMeasuredAt(tx: Queryable): Promise<number | null> {
  const rows = await tx.rows<{ at: Date | null }>(
    `select least((select min(created_at) from check_results where measured is not null),
       (select min(bucket) from check_measurements)) as at`,
  )
  return rows[0]?.at?.getTime() ?? null
}
