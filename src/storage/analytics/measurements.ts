import { metricColumns } from '#contract'
import { firstIdAt } from '#kernel'
import type { QueryResultRow } from 'pg'
import { piecesOf } from './pieces-of-spans.ts'
import type { Pieces, Span, Stretch } from './pieces-of-spans.ts'
import type { Queryable } from '../database/queryable.ts'

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
  readonly checkId: string
  readonly bucketMs: number
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

/** SQL of results that count. */
export const resultsMeasured = `case when has_errors then 'failed' else outcome end as outcome, created_at as at, attempt - 1 as retries,
  measured from check_results where result_type = 'FINAL' and measured is not null`
/** What was measured before results kept it themselves. */
export const resultsMeasuredFormerly = `one.at, one.retries, array[${metricColumnNames.map((name) => `one.${name}`).join(', ')}] as measured
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
  `select ${keys}, coalesce(status_code, 0) as status_code, ${resultsMeasured}
     and id >= $3 and id < $4 and created_at >= $1 and created_at < $2
   union all
   select ${keys}, status_code, outcome, ${resultsMeasuredFormerly} and kept.bucket >= $1 and kept.bucket < $2`,
  places,
)}
on conflict do nothing`

/** Keeps the results of one whole hour. */
export const keepHour = (tx: Queryable, fromMs: number, toMs: number): Promise<unknown> =>
  tx.rows(packHours, [new Date(fromMs), new Date(toMs), firstIdAt(fromMs - longestRunMs), firstIdAt(toMs)])

/** Results that are alike, of one hour or day, with the places of the spans around it. */
export type PlacedSeries = readonly [series: Series, places: readonly number[]]

type JoinedColumns = Readonly<Record<MetricColumn, Buffer>>

/** All that is kept of a check in some spans of time, hour after hour or day after day, without the times of results. */
export interface JoinedRow {
  readonly checkId: string
  readonly columns: JoinedColumns
  /** Reads the series in the order of the columns; one row at a time, because all of them together are much. */
  readonly series: () => PlacedSeries[]
}

interface ReadRow extends JoinedColumns {
  readonly checkId: string
  readonly pieces: string
  readonly series: string
}

function joinedRow({ checkId, pieces, series, ...columns }: ReadRow, places: Pieces['places']): JoinedRow {
  return {
    checkId,
    columns,
    series: () => {
      const parts: readonly number[] = JSON.parse(pieces)
      const all: readonly (readonly Series[])[] = JSON.parse(series)
      return all.flatMap((some, index) => {
        const around = places[(parts[index] ?? 0) - 1] ?? []
        return some.map((one): PlacedSeries => [one, around])
      })
    },
  }
}

interface JoinedSource {
  readonly table: 'check_hours' | 'check_rollups'
  readonly condition: string
  /** SQL of what stands for a metric that nothing measured. */
  readonly nothing: string
}

/** Everything of a check as one row: a row for each hour or day of it takes several times as long. */
export async function joinRows(
  db: Queryable,
  { table, condition, nothing }: JoinedSource,
  { accountId, checkIds, columns }: AskedChecks,
  spans: readonly Span[],
): Promise<JoinedRow[]> {
  const values = namesOf(columns).map((name) => `, string_agg(coalesce(${name}, ${nothing}), '') as ${name}`)
  const statement = `select check_id, json_agg(piece)::text as pieces, json_agg(series)::text as series ${values.join('')}
     from (select *, width_bucket(bucket, $3::timestamptz[]) as piece from ${table}
       where account_id = $1 and check_id = any($2::uuid[]) and ${condition} and bucket >= $5 and bucket < $6) as kept
     where ($4::boolean[])[piece] group by check_id`
  const found = await Promise.all(
    piecesOf(spans).map(async ({ starts, places, fromMs, toMs }) => {
      const isAsked = places.map((some) => some.length > 0)
      const asked = [accountId, checkIds, starts, isAsked, new Date(fromMs), new Date(toMs)]
      const rows = await db.rows<ReadRow & QueryResultRow>(statement, asked)
      return rows.map((row) => joinedRow(row, places))
    }),
  )
  return found.flat()
}

/** Around everything: days beyond are not even planned for, which takes long with many checks. */
const boundsOf = (stretches: readonly Stretch[]): [Date, Date] => [
  new Date(Math.min(...stretches.map((stretch) => stretch.fromMs))),
  new Date(Math.max(...stretches.map((stretch) => stretch.toMs))),
]

/** What is kept of these spans, which begin and end with an hour. Only the columns asked for are there. */
export const joinHours = (db: Queryable, asked: AskedChecks, spans: readonly Span[]): Promise<JoinedRow[]> =>
  joinRows(
    db,
    { table: 'check_hours', condition: 'true', nothing: `decode(repeat('7ff8000000000000', size), 'hex')` },
    asked,
    spans,
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
      `select ${keys}, coalesce(status_code, 0) as status_code, ${resultsMeasured} and account_id = $1 and check_id = any($2::uuid[])
         and id >= $5 and id < $6 and created_at >= $3 and created_at < $4
       union all
       select ${keys}, status_code, outcome, ${resultsMeasuredFormerly} and account_id = $1 and check_id = any($2::uuid[])
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
