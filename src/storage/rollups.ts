import { groupKeys, hasStatus, recordCondition, recordsFrom, spansFrom, valueRows, valuesOf } from './measurements.ts'
import type { FigureRow, MeasurementFilter, Span } from './measurements.ts'
import { metricColumns } from '#contract'
import type { Queryable } from './queryable.ts'

/** Lengths of roll-ups in minutes. */
export const rollupMinutes = { hour: 60, day: 1440 } as const
export type RollupLength = keyof typeof rollupMinutes

/** Figures that can be added up; the bins are those of `measurement_bin`. */
export interface PartialFigureRow extends FigureRow {
  readonly bins: readonly number[]
  readonly bin_counts: readonly number[]
}

/** Figures of whole hours or days. The ends of the spans lie on such. */
export const rolledUpFigures = (
  db: Queryable,
  length: RollupLength,
  filter: MeasurementFilter,
  spans: readonly Span[],
): Promise<PartialFigureRow[]> =>
  db.rows(
    `select kept.check_id, ${groupKeys[filter.groupBy ?? 'none']} as group_key, span.place, kept.metric,
       sum(kept.size)::bigint as size, coalesce(sum(kept.size) filter (where kept.outcome = 'failed'), 0)::bigint as failures,
       sum(kept.total) as total, sum(kept.squares) as squares, min(kept.smallest) as smallest, max(kept.largest) as largest,
       belfry_joined(kept.bins) as bins, belfry_joined(kept.bin_counts) as bin_counts
     from ${spansFrom}
     join check_rollups kept on kept.account_id = $1 and kept.check_id = any($2::uuid[]) and kept.minutes = $7
       and kept.metric = any($8::smallint[]) and kept.bucket >= span.from_at and kept.bucket < span.to_at and ${hasStatus}
     group by 1, 2, 3, 4`,
    [...valuesOf(filter, spans), rollupMinutes[length], [0, ...filter.columns]],
  )

/** The same from the values themselves, for what no roll-up covers. */
export const partialFigures = (
  db: Queryable,
  filter: MeasurementFilter,
  spans: readonly Span[],
): Promise<PartialFigureRow[]> =>
  db.rows(
    `with binned as (
       select kept.check_id, ${groupKeys[filter.groupBy ?? 'none']} as group_key, span.place, measured.metric,
         measurement_bin(measured.value) as bin, count(*) as size, count(*) filter (where kept.outcome = 'failed') as failures,
         sum(measured.value) as total, sum(measured.value * measured.value) as squares,
         min(measured.value) as smallest, max(measured.value) as largest
       from ${recordsFrom} cross join ${valueRows(filter.columns)}
       where ${recordCondition} and measured.value is not null
       group by 1, 2, 3, 4, 5)
     select check_id, group_key, place, metric, ${summed}
     from binned group by check_id, group_key, place, metric`,
    valuesOf(filter, spans),
  )

const summed = `sum(size)::bigint as size, sum(failures)::bigint as failures, sum(total) as total, sum(squares) as squares,
  min(smallest) as smallest, max(largest) as largest, array_agg(bin) as bins, array_agg(size::int) as bin_counts`

export interface RollupProgress {
  /** Epoch milliseconds until when roll-ups are complete. */
  readonly hourMs: number
  readonly dayMs: number
  /** Measurements from before are gone. */
  readonly measuredFromMs: number
}

export async function findRollupProgress(db: Queryable): Promise<RollupProgress> {
  const rows = await db.namedRows<{ minutes: number; until: Date }>(
    'find-rollup-progress',
    `select minutes, until from rollup_progress`,
  )
  const untilOf = (minutes: number): number => rows.find((row) => row.minutes === minutes)?.until.getTime() ?? 0
  return { hourMs: untilOf(rollupMinutes.hour), dayMs: untilOf(rollupMinutes.day), measuredFromMs: untilOf(0) }
}

/** Only ever moves forward. */
export const saveRollupProgress = (tx: Queryable, minutes: number, untilMs: number): Promise<unknown> =>
  tx.rows(
    `insert into rollup_progress as known (minutes, until) values ($1, $2)
     on conflict (minutes) do update set until = greatest(known.until, excluded.until)`,
    [minutes, new Date(untilMs)],
  )

/** Measurements of days before this moment are gone, or go with the next drop; nobody may rely on them. */
export const measurementsKeptFrom = (db: Queryable, ms: number): Promise<unknown> => saveRollupProgress(db, 0, ms)

/** Where roll-ups of a length stopped; holds others off until the transaction ends. Null when there are none yet. */
export async function lockRollupProgress(tx: Queryable, length: RollupLength): Promise<number | null> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('belfry roll-ups'))`)
  const rows = await tx.rows<{ until: Date }>(`select until from rollup_progress where minutes = $1`, [
    rollupMinutes[length],
  ])
  return rows[0]?.until.getTime() ?? null
}

/** The first bucket there is; null when there is none. */
export async function firstMeasuredAt(tx: Queryable): Promise<number | null> {
  const rows = await tx.rows<{ bucket: Date | null }>(`select min(bucket) as bucket from check_measurements`)
  return rows[0]?.bucket?.getTime() ?? null
}

const columns = `account_id, check_id, minutes, metric, bucket, location, status_code, outcome, size, total, squares,
  smallest, largest, bins, bin_counts`
const series = 'account_id, check_id, metric, location, status_code, outcome'

const places = Array.from({ length: metricColumns }, (_, index) => index + 1)

const hourFromMeasurements = `
with binned as (
  select account_id, check_id, metric, location, status_code, outcome, measurement_bin(value) as bin, count(*) as size,
    0 as failures, sum(value) as total, sum(value * value) as squares, min(value) as smallest, max(value) as largest
  from check_measurements kept
  cross join lateral (values (0, kept.retries), ${places.map((place) => `(${place}, kept.m${place})`).join(', ')})
    as listed (metric, list)
  cross join lateral unnest(list) as value
  where kept.bucket >= $1 and kept.bucket < $2 and kept.result_type = 'FINAL' and value is not null
  group by ${series}, bin)`

const dayFromHours = `
with binned as (
  select ${series}, bin, sum(bin_size) as size, 0 as failures, 0::double precision as total, 0::double precision as squares,
    'Infinity'::double precision as smallest, '-Infinity'::double precision as largest
  from check_rollups kept cross join lateral unnest(kept.bins, kept.bin_counts) as one (bin, bin_size)
  where kept.bucket >= $1 and kept.bucket < $2 and kept.minutes = 60
  group by ${series}, bin
  union all
  select ${series}, null, 0, 0, sum(total), sum(squares), min(smallest), max(largest)
  from check_rollups where bucket >= $1 and bucket < $2 and minutes = 60
  group by ${series})`

const store = `
insert into check_rollups (${columns})
select account_id, check_id, $3, metric, $1, location, status_code, outcome, sum(size), sum(total), sum(squares),
  min(smallest), max(largest), array_agg(bin) filter (where bin is not null),
  array_agg(size::int) filter (where bin is not null)
from binned group by ${series}
on conflict do nothing`

/** Rolls up one whole hour or day that begins at `fromMs`. */
export const rollUp = (tx: Queryable, length: RollupLength, fromMs: number): Promise<unknown> =>
  tx.rows(`${length === 'hour' ? hourFromMeasurements : dayFromHours} ${store}`, [
    new Date(fromMs),
    new Date(fromMs + rollupMinutes[length] * 60_000),
    rollupMinutes[length],
  ])
