import { eachMetric, metricPropertyOf, metricPositions, PackedHour } from '#packing'
import type { MetricPosition, PackedMetrics, PackedHourRow, Series } from '#packing'
import { joinByPieces } from './joined-metrics.ts'
import type { JoinedMetrics, RequestedMetrics } from './joined-metrics.ts'
import { mainMetricsOfTypes } from './main-metrics.ts'
import { readInPortions } from './read-in-portions.ts'
import type { Span, TimeSpan } from './spans.ts'
import type { Queryable } from '../database/queryable.ts'

/** Lengths of roll-ups in minutes, as `check_rollups` keeps them. */
const rollupMinutes = { hour: 60, day: 1440 } as const
export type RollupLength = keyof typeof rollupMinutes

/** The final results of a check in an hour or a day: encoded distributions of each metric, one for each series. */
export type RollupRow = PackedMetrics & {
  readonly accountId: string
  readonly checkId: string
  readonly series: readonly Series[]
}

export type NewRollup = RollupRow & {
  /** By location and status code; otherwise only by whether results failed. */
  readonly isBrokenDown: boolean
}

const insertRollupsStatement = `
insert into check_rollups (account_id, check_id, minutes, is_broken_down, bucket, series,
  metric_1, metric_2, metric_3, metric_4, metric_5, metric_6, metric_7, metric_8, metric_9, metric_10)
select account_id, check_id, $3, is_broken_down, $4, series,
  metric_1, metric_2, metric_3, metric_4, metric_5, metric_6, metric_7, metric_8, metric_9, metric_10
from unnest($1::uuid[], $2::uuid[], $5::json[], $6::boolean[],
  $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[],
  $15::bytea[], $16::bytea[])
  as rollup (account_id, check_id, series, is_broken_down,
    metric_1, metric_2, metric_3, metric_4, metric_5, metric_6, metric_7, metric_8, metric_9, metric_10)
on conflict do nothing`

/** Stores roll-ups that begin at the same moment. */
export const insertRollups = (
  tx: Queryable,
  length: RollupLength,
  fromMs: number,
  rollups: readonly NewRollup[],
): Promise<unknown> =>
  tx.rows(insertRollupsStatement, [
    rollups.map((rollup) => rollup.accountId),
    rollups.map((rollup) => rollup.checkId),
    rollupMinutes[length],
    new Date(fromMs),
    rollups.map((rollup) => JSON.stringify(rollup.series)),
    rollups.map((rollup) => rollup.isBrokenDown),
    ...metricPositions.map((position) => rollups.map((rollup) => rollup[metricPropertyOf(position)])),
  ])

/** A metric that a roll-up does not have stands as an empty distribution for each of its series. */
const joinedRollupsStatement = (positions: readonly MetricPosition[]): string => `
select check_id, json_agg(piece)::text as pieces, json_agg(series)::text as series
  ${eachMetric(positions, (column) => `, string_agg(coalesce(${column}, decode(repeat('00', json_array_length(series)), 'hex')), '') as ${column}`)}
from (select *, width_bucket(bucket, $3::timestamptz[]) as piece from check_rollups
  where account_id = $1 and check_id = any($2::uuid[]) and minutes = $7 and is_broken_down = $8
    and bucket >= $5 and bucket < $6) as kept
where ($4::boolean[])[piece] group by check_id`

/** Everything rolled up in these spans, one distribution after the other. Only the metrics asked for are there. */
export const joinRollups = (
  db: Queryable,
  { length, isBrokenDown }: { readonly length: RollupLength; readonly isBrokenDown: boolean },
  requested: RequestedMetrics,
  spans: readonly Span[],
): Promise<JoinedMetrics[]> =>
  joinByPieces(
    db,
    { text: joinedRollupsStatement(requested.positions), more: [rollupMinutes[length], isBrokenDown] },
    requested,
    spans,
  )

const hourStatement = `
select account_id, check_id, date_part('epoch', bucket) * 1000 as start_ms, series, at, retries,
  metric_1, metric_2, metric_3, metric_4, metric_5, metric_6, metric_7, metric_8, metric_9, metric_10
from check_hours where bucket = $1`

/** Everything kept of one hour, some checks at a time. */
export async function* readHour(tx: Queryable, fromMs: number): AsyncGenerator<PackedHour[]> {
  for await (const rows of readInPortions<PackedHourRow>(tx, hourStatement, [new Date(fromMs)]))
    yield rows.map((row) => new PackedHour(row))
}

const hourlyRollupsStatement = `
select account_id, check_id, series,
  metric_1, metric_2, metric_3, metric_4, metric_5, metric_6, metric_7, metric_8, metric_9, metric_10
from check_rollups where bucket >= $1 and bucket < $2 and minutes = $3 order by account_id, check_id`

/** The hourly roll-ups of one day, those of one check after the other. */
export const readHourlyRollups = (tx: Queryable, { fromMs, toMs }: TimeSpan): AsyncGenerator<RollupRow[]> =>
  readInPortions<RollupRow>(tx, hourlyRollupsStatement, [new Date(fromMs), new Date(toMs), rollupMinutes.hour])

/** The day of the first daily roll-up; null when there is none. */
export async function firstRolledUpAt(tx: Queryable): Promise<number | null> {
  const [row] = await tx.rows<{ at: Date | null }>(
    'select min(bucket) as at from check_rollups where minutes = $1 and not is_broken_down',
    [rollupMinutes.day],
  )
  return row?.at?.getTime() ?? null
}

/** The roll-up of a day by whether results failed, with the main metric of the check. */
export interface ShortDayRollup {
  readonly accountId: string
  readonly checkId: string
  readonly series: readonly Series[]
  /** Distributions of the main metric, one for each series; null when nothing measured it. */
  readonly main: Buffer | null
}

const shortDaysStatement = `
select rollup.account_id, check_id, series,
  case main.position
    when 1 then metric_1 when 2 then metric_2 when 3 then metric_3 when 4 then metric_4 when 5 then metric_5
    when 6 then metric_6 when 7 then metric_7 when 8 then metric_8 when 9 then metric_9 when 10 then metric_10
  end as main
from check_rollups rollup join checks on checks.account_id = rollup.account_id and checks.id = check_id
left join unnest($3::text[], $4::int[]) as main (check_type, position) on main.check_type = checks.check_type
where bucket = $1 and minutes = $2 and not is_broken_down order by rollup.account_id, check_id`

/** The short roll-ups of one day, those of one account after the other. */
export const readShortDays = (tx: Queryable, fromMs: number): AsyncGenerator<ShortDayRollup[]> =>
  readInPortions(tx, shortDaysStatement, [new Date(fromMs), rollupMinutes.day, ...mainMetricsOfTypes])
