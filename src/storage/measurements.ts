import { metricColumns } from '#contract'
import type { Outcome } from '#contract'
import type { Queryable } from './queryable.ts'

/** What one result measured. */
export interface Measurement {
  readonly accountId: string
  readonly checkId: string
  readonly location: string
  /** 0 when the type has none, or there was no answer. */
  readonly statusCode: number
  readonly outcome: Outcome
  readonly resultType: 'FINAL' | 'ATTEMPT'
  /** When the result was stored. */
  readonly at: Date
  readonly retries: number
  /** In the order of the type's metrics; always as many as the type has. */
  readonly values: readonly (number | null)[]
}

export const measurementBucketMs = 300_000

const places = Array.from({ length: metricColumns }, (_, index) => index + 1)
const keys = 'account_id, check_id, bucket, location, status_code, outcome, result_type'
const metricNames = places.map((place) => `m${place}`)
const lists = ['at', 'retries', ...metricNames]

const append = `
insert into check_measurements as known (${keys}, size, ${lists.join(', ')})
select ${keys}, size, at::timestamptz[], retries::double precision[],
  ${metricNames.map((name) => `${name}::double precision[]`).join(', ')}
from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::int[], $6::text[], $7::text[], $8::int[],
  ${lists.map((_, index) => `$${index + 9}::text[]`).join(', ')}) as added (${keys}, size, ${lists.join(', ')})
on conflict (${keys}) do update set size = known.size + excluded.size,
  ${lists.map((name) => `${name} = known.${name} || excluded.${name}`).join(', ')}`

/** Adds the measurements of a batch in one statement; in the order of the keys, so that batches never wait in a ring. */
export async function appendMeasurements(tx: Queryable, measurements: readonly Measurement[]): Promise<void> {
  if (measurements.length === 0) return
  const groups = [...Map.groupBy(measurements, keyOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, items]) => items)
  const firsts = groups.flatMap(([first]) => first ?? [])
  await tx.namedRows('append-measurements', append, [
    firsts.map((item) => item.accountId),
    firsts.map((item) => item.checkId),
    firsts.map((item) => new Date(bucketOf(item))),
    firsts.map((item) => item.location),
    firsts.map((item) => item.statusCode),
    firsts.map((item) => item.outcome),
    firsts.map((item) => item.resultType),
    groups.map((items) => items.length),
    groups.map((items) => arrayLiteral(items.map((item) => `"${item.at.toISOString()}"`))),
    groups.map((items) => arrayLiteral(items.map((item) => item.retries))),
    ...places.map((place) => groups.map((items) => columnOf(items, place - 1))),
  ])
}

const bucketOf = (item: Measurement): number =>
  Math.floor(item.at.getTime() / measurementBucketMs) * measurementBucketMs

const keyOf = (item: Measurement): string =>
  `${item.accountId} ${item.checkId} ${bucketOf(item)} ${item.location} ${item.statusCode} ${item.outcome} ${item.resultType}`

const arrayLiteral = (values: readonly (string | number | null)[]): string => `{${values.map(String).join(',')}}`

/** Null for a column the type does not have; its lists stay null for ever. */
const columnOf = (items: readonly Measurement[], index: number): string | null =>
  items.every((item) => index >= item.values.length)
    ? null
    : arrayLiteral(items.map((item) => item.values[index] ?? null))

/** A span of time with the place of its answer. */
export interface Span {
  readonly place: number
  readonly fromMs: number
  readonly toMs: number
}

export interface MeasurementFilter {
  readonly accountId: string
  readonly checkIds: readonly string[]
  /** Columns asked for, from 1. Column 0, which counts results, is always answered. */
  readonly columns: readonly number[]
  readonly groupBy: 'runLocation' | 'statusCode' | null
  readonly status: 'success' | 'failure' | null
}

/** Figures of one check, group, span and column. Column 0 counts results; its sum is that of their retries. */
export interface FigureRow {
  readonly check_id: string
  readonly group_key: string
  readonly place: number
  readonly metric: number
  readonly size: number
  readonly failures: number
  readonly total: number
  readonly squares: number
  readonly smallest: number
  readonly largest: number
}

export interface ExactFigureRow extends FigureRow {
  /** p50, p90, p95 and p99, interpolated between neighbours. */
  readonly percentiles: readonly number[]
}

export const groupKeys = {
  runLocation: 'kept.location',
  statusCode: 'kept.status_code::text',
  none: `''`,
} as const

export const hasStatus = `($3::text is null or (kept.outcome = 'failed') = ($3 = 'failure'))`
export const spansFrom = `unnest($4::int[], $5::timestamptz[], $6::timestamptz[]) as span (place, from_at, to_at)`

export const valuesOf = (filter: MeasurementFilter, spans: readonly Span[]): unknown[] => [
  filter.accountId,
  filter.checkIds,
  filter.status,
  spans.map((span) => span.place),
  spans.map((span) => new Date(span.fromMs)),
  spans.map((span) => new Date(span.toMs)),
]

const unnested = `unnest(kept.at, kept.retries, ${metricNames.map((name) => `kept.${name}`).join(', ')})
  as one (at, retries, ${metricNames.join(', ')})`

/** The results of the spans, one row each; to be followed by `recordCondition`. */
export const recordsFrom = `${spansFrom}
  join check_measurements kept on kept.account_id = $1 and kept.check_id = any($2::uuid[])
    and kept.bucket > span.from_at - interval '5 minutes' and kept.bucket < span.to_at
    and kept.result_type = 'FINAL' and ${hasStatus}
  cross join lateral ${unnested}`
export const recordCondition = `one.at >= span.from_at and one.at < span.to_at`

/** One row for each value of the columns asked for. The columns are numbers of ours, never text of a caller. */
export function valueRows(columns: readonly number[]): string {
  const pairs = [0, ...columns].map((column) => `(${column}, ${column === 0 ? 'one.retries' : `one.m${column}`})`)
  return `lateral (values ${pairs.join(', ')}) as measured (metric, value)`
}

/** Exact figures from the values themselves. */
export const exactFigures = (
  db: Queryable,
  filter: MeasurementFilter,
  spans: readonly Span[],
): Promise<ExactFigureRow[]> =>
  db.rows(
    `with record as materialized (
       select kept.check_id, ${groupKeys[filter.groupBy ?? 'none']} as group_key, span.place, kept.outcome, one.*
       from ${recordsFrom} where ${recordCondition})
     select one.check_id, one.group_key, one.place, measured.metric, count(*)::int as size,
       (count(*) filter (where one.outcome = 'failed'))::int as failures, sum(measured.value) as total,
       sum(measured.value * measured.value) as squares, min(measured.value) as smallest, max(measured.value) as largest,
       percentile_cont(array[0.5, 0.9, 0.95, 0.99]) within group (order by measured.value) as percentiles
     from record one cross join ${valueRows(filter.columns)}
     where measured.value is not null
     group by one.check_id, one.group_key, one.place, measured.metric`,
    valuesOf(filter, spans),
  )

export interface PointRow {
  readonly group_key: string
  readonly at: Date
  readonly outcome: Outcome
  readonly retries: number
  /** In the order of the columns asked for. */
  readonly points: readonly (number | null)[]
}

/** One row for each result, oldest first; of every group the results from `offset` on. */
export const measuredPoints = (
  db: Queryable,
  filter: MeasurementFilter,
  span: Span,
  page: { readonly limit: number; readonly offset: number },
): Promise<PointRow[]> =>
  db.rows(
    `select group_key, at, outcome, retries, points from (
       select ${groupKeys[filter.groupBy ?? 'none']} as group_key, one.at, kept.outcome, one.retries,
         array[${filter.columns.map((column) => `one.m${column}`).join(', ')}]::double precision[] as points,
         row_number() over (partition by ${groupKeys[filter.groupBy ?? 'none']} order by one.at, kept.location) as place
       from ${recordsFrom} where ${recordCondition}) as numbered
     where place > $7 and place <= $7 + $8 order by group_key, place`,
    [...valuesOf(filter, [span]), page.offset, page.limit],
  )
