import { metricColumns } from '#contract'
import { firstIdAt } from '#kernel'
import type { Queryable } from './queryable.ts'

/** A span of time with the place of its answer. */
export interface Span {
  readonly place: number
  readonly fromMs: number
  readonly toMs: number
}

export type Stretch = Pick<Span, 'fromMs' | 'toMs'>

export interface MeasurementFilter {
  readonly accountId: string
  readonly checkIds: readonly string[]
  /** Columns asked for, from 1. */
  readonly columns: readonly number[]
  readonly groupBy: 'runLocation' | 'statusCode' | null
  readonly status: 'success' | 'failure' | null
}

export type AskedChecks = Pick<MeasurementFilter, 'accountId' | 'checkIds' | 'columns'>

/** Results that are alike. The last two are how many they are and how often they were retried. */
export type Series = readonly [location: string, statusCode: number, outcome: string, size: number, retries: number]

export type MetricColumn = `m${number}`

/** The final results of a check in one hour, as `check_hours` keeps them. */
export interface HourRow extends Readonly<Record<MetricColumn, Buffer | null>> {
  readonly check_id: string
  readonly bucket_ms: number
  readonly series: readonly Series[]
  /** Milliseconds since the hour, int4, one for each result. */
  readonly at: Buffer
  /** Int2, one for each result. */
  readonly retries: Buffer
}

/** An id is made when its run is queued, its result is stored within this time. */
export const longestRunMs = 7_200_000
const places = Array.from({ length: metricColumns }, (_, index) => index + 1)
export const metricColumnNames: readonly MetricColumn[] = places.map((place): MetricColumn => `m${place}`)
const namesOf = (columns: readonly number[]): MetricColumn[] => columns.map((column): MetricColumn => `m${column}`)

const result = `case when has_errors then 'failed' else outcome end as outcome, created_at as at, attempt - 1 as retries,
  measured from check_results where result_type = 'FINAL' and measured is not null`
/** What was measured before results kept it themselves. */
const formerly = `one.at, one.retries, array[${metricColumnNames.map((name) => `one.${name}`).join(', ')}] as measured
  from check_measurements kept
  cross join lateral unnest(kept.at, kept.retries, ${metricColumnNames.map((name) => `kept.${name}`).join(', ')})
    as one (at, retries, ${metricColumnNames.join(', ')})
  where kept.result_type = 'FINAL'`
const keys = 'account_id, check_id, location'

/** `record` has one row for each result; values are joined in the same order in every column of a series. */
const packed = (record: string, columns: readonly number[]): string => `
with record as (${record}),
series as (
  select account_id, check_id, date_bin('1 hour', at, 'epoch') as bucket, location, status_code, outcome,
    count(*)::int as size, sum(retries)::int as retried,
    string_agg(int4send(round(date_part('epoch', at - date_bin('1 hour', at, 'epoch')) * 1000)::int), '') as at,
    string_agg(int2send(retries::int2), '') as retries
    ${columns.map((column) => `, ${valuesOf(column)} as m${column}, count(measured[${column}]) as c${column}`).join('')}
  from record group by 1, 2, 3, 4, 5, 6)
select account_id, check_id, bucket, sum(size)::int as size,
  json_agg(json_build_array(location, status_code, outcome, size, retried)) as series,
  string_agg(at, '') as at, string_agg(retries, '') as retries
  ${columns.map((column) => `, case when sum(c${column}) > 0 then string_agg(m${column}, '') end as m${column}`).join('')}
from series group by 1, 2, 3`

const valuesOf = (column: number): string => `string_agg(float8send(coalesce(measured[${column}], 'NaN')), '')`

const packHours = `
insert into check_hours (account_id, check_id, bucket, size, series, at, retries, ${metricColumnNames.join(', ')})
${packed(
  `select ${keys}, coalesce(status_code, 0) as status_code, ${result}
     and id >= $3 and id < $4 and created_at >= $1 and created_at < $2
   union all
   select ${keys}, status_code, outcome, ${formerly} and kept.bucket >= $1 and kept.bucket < $2`,
  places,
)}
on conflict do nothing`

/** Keeps the results of one whole hour. */
export const keepHour = (tx: Queryable, fromMs: number, toMs: number): Promise<unknown> =>
  tx.rows(packHours, [new Date(fromMs), new Date(toMs), firstIdAt(fromMs - longestRunMs), firstIdAt(toMs)])

/** All results of a check in one span of time, hour after hour, without their times. */
export interface JoinedRow extends Readonly<Record<MetricColumn, Buffer>> {
  readonly check_id: string
  readonly place: number
  readonly series: readonly (readonly Series[])[]
}

export const spansFrom = `unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) as span (place, from_at, to_at)`
export const valuesOfSpans = ({ accountId, checkIds }: AskedChecks, spans: readonly Span[]): unknown[] => [
  accountId,
  checkIds,
  spans.map((span) => span.place),
  spans.map((span) => new Date(span.fromMs)),
  spans.map((span) => new Date(span.toMs)),
]

/** Around everything: days beyond are not even planned for, which takes long with many checks. */
const boundsOf = (stretches: readonly Stretch[]): [Date, Date] => [
  new Date(Math.min(...stretches.map((stretch) => stretch.fromMs))),
  new Date(Math.max(...stretches.map((stretch) => stretch.toMs))),
]

/** What is kept of these spans, which begin and end with an hour. Only the columns asked for are there. */
export const joinHours = (db: Queryable, asked: AskedChecks, spans: readonly Span[]): Promise<JoinedRow[]> =>
  db.rows(
    `select check_id, place, json_agg(series) as series
       ${namesOf(asked.columns)
         .map(
           (name) => `, string_agg(coalesce(${name}, decode(repeat('7ff8000000000000', size), 'hex')), '') as ${name}`,
         )
         .join('')}
     from ${spansFrom}
     join check_hours on account_id = $1 and check_id = any($2::uuid[]) and bucket >= from_at and bucket < to_at
     where bucket >= $6 and bucket < $7
     group by check_id, place`,
    [...valuesOfSpans(asked, spans), ...boundsOf(spans)],
  )

/** The hours kept in these stretches, which begin with an hour. Only the columns asked for are there. */
export const findHours = (
  db: Queryable,
  { accountId, checkIds, columns }: AskedChecks,
  stretches: readonly Stretch[],
): Promise<HourRow[]> =>
  db.rows(
    `select check_id, date_part('epoch', bucket) * 1000 as bucket_ms, series, at, retries
       ${namesOf(columns)
         .map((name) => `, ${name}`)
         .join('')}
     from unnest($3::timestamptz[], $4::timestamptz[]) as stretch (from_at, to_at)
     join check_hours on account_id = $1 and check_id = any($2::uuid[]) and bucket >= from_at and bucket < to_at
     where bucket >= $5 and bucket < $6`,
    [
      accountId,
      checkIds,
      stretches.map((stretch) => new Date(stretch.fromMs)),
      stretches.map((stretch) => new Date(stretch.toMs)),
      ...boundsOf(stretches),
    ],
  )

/** The same of results that are not kept by the hour yet, straight from where they are stored. */
export const findRecentHours = (
  db: Queryable,
  { accountId, checkIds, columns }: AskedChecks,
  { fromMs, toMs }: Stretch,
): Promise<HourRow[]> =>
  db.rows(
    `select hour.*, date_part('epoch', bucket) * 1000 as bucket_ms from (${packed(
      `select ${keys}, coalesce(status_code, 0) as status_code, ${result} and account_id = $1 and check_id = any($2::uuid[])
         and id >= $5 and id < $6 and created_at >= $3 and created_at < $4
       union all
       select ${keys}, status_code, outcome, ${formerly} and account_id = $1 and check_id = any($2::uuid[])
         and kept.bucket > $3::timestamptz - interval '5 minutes' and kept.bucket < $4 and one.at >= $3 and one.at < $4`,
      columns,
    )}) as hour`,
    [accountId, checkIds, new Date(fromMs), new Date(toMs), firstIdAt(fromMs - longestRunMs), firstIdAt(toMs)],
  )

/** How many results of a check are kept in a stretch of whole hours. */
export async function countKept(db: Queryable, accountId: string, checkId: string, stretch: Stretch): Promise<number> {
  const rows = await db.rows<{ size: number }>(
    `select coalesce(sum(size), 0)::bigint as size from check_hours
     where account_id = $1 and check_id = $2 and bucket >= $3 and bucket < $4`,
    [accountId, checkId, new Date(stretch.fromMs), new Date(stretch.toMs)],
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
