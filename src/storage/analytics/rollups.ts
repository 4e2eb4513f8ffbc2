import type { QueryResultRow } from 'pg'
import { joinRows, metricColumnNames } from './measurements.ts'
import type { AskedChecks, HourRow, JoinedRow, MetricColumn, Series } from './measurements.ts'
import type { Span } from './pieces-of-spans.ts'
import type { Queryable } from '../database/queryable.ts'

/** Lengths of roll-ups in minutes. */
export const rollupMinutes = { hour: 60, day: 1440 } as const
export type RollupLength = keyof typeof rollupMinutes

/** The final results of a check in an hour or a day. A metric is what the room of analytics makes of its values. */
export interface RollupRow extends Readonly<Record<MetricColumn, Buffer | null>> {
  readonly checkId: string
  readonly bucketMs: number
  readonly series: readonly Series[]
}

export type NewRollup = RollupRow & {
  readonly accountId: string
  /** By location and status code; otherwise only by whether results failed. */
  readonly isBrokenDown: boolean
}

const store = `
insert into check_rollups (account_id, check_id, minutes, is_broken_down, bucket, series, ${metricColumnNames.join(', ')})
select account_id, check_id, $3, is_broken_down, $4, series, ${metricColumnNames.join(', ')}
from unnest($1::uuid[], $2::uuid[], $5::json[], $6::boolean[],
  ${metricColumnNames.map((_, index) => `$${index + 7}::bytea[]`).join(', ')})
  as rollup (account_id, check_id, series, is_broken_down, ${metricColumnNames.join(', ')})
on conflict do nothing`

/** Stores roll-ups that begin at the same moment. */
export const insertRollups = (
  tx: Queryable,
  length: RollupLength,
  fromMs: number,
  rollups: readonly NewRollup[],
): Promise<unknown> =>
  tx.rows(store, [
    rollups.map((rollup) => rollup.accountId),
    rollups.map((rollup) => rollup.checkId),
    rollupMinutes[length],
    new Date(fromMs),
    rollups.map((rollup) => JSON.stringify(rollup.series)),
    rollups.map((rollup) => rollup.isBrokenDown),
    ...metricColumnNames.map((name) => rollups.map((rollup) => rollup[name])),
  ])

/** Everything rolled up in these spans, one tally after the other. Only the columns asked for are there. */
export const joinRollups = (
  db: Queryable,
  { length, isBrokenDown }: { readonly length: RollupLength; readonly isBrokenDown: boolean },
  asked: AskedChecks,
  spans: readonly Span[],
): Promise<JoinedRow[]> =>
  joinRows(
    db,
    {
      table: 'check_rollups',
      condition: `minutes = ${rollupMinutes[length]} and is_broken_down = ${isBrokenDown}`,
      nothing: `decode(repeat('00', json_array_length(series)), 'hex')`,
    },
    asked,
    spans,
  )

const fetched = 50
const heads = `account_id, check_id, date_part('epoch', bucket) * 1000 as bucket_ms, series`

/** Everything kept of one hour, some rows at a time. */
export const readHour = (tx: Queryable, fromMs: number): AsyncGenerator<(HourRow & { accountId: string })[]> =>
  readAll<HourRow & { accountId: string }>(
    tx,
    `select ${heads}, at, retries, ${metricColumnNames.join(', ')} from check_hours where bucket = $1`,
    [new Date(fromMs)],
  )

/** The hourly roll-ups of one day, those of one check after the other. */
export const readHourlyRollups = (
  tx: Queryable,
  fromMs: number,
  toMs: number,
): AsyncGenerator<(RollupRow & { accountId: string })[]> =>
  readAll<RollupRow & { accountId: string }>(
    tx,
    `select ${heads}, ${metricColumnNames.join(', ')} from check_rollups
     where bucket >= $1 and bucket < $2 and minutes = ${rollupMinutes.hour} order by account_id, check_id`,
    [new Date(fromMs), new Date(toMs)],
  )

/** Rows of a statement, some at a time. */
export async function* readAll<Row extends QueryResultRow>(
  tx: Queryable,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<Row[]> {
  await tx.query(`declare everything no scroll cursor for ${text}`, values)
  for (;;) {
    const { rows } = await tx.query<Row>(`fetch ${fetched} from everything`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.query('close everything')
}

/** What is made of results, one stretch after the other; lengths in minutes. */
export const rollupSteps = {
  hour: { table: 'rollup_progress', minutes: rollupMinutes.hour },
  day: { table: 'rollup_progress', minutes: rollupMinutes.day },
  accountQuarter: { table: 'account_progress', minutes: 15 },
  accountDay: { table: 'account_progress', minutes: rollupMinutes.day },
} as const
export type RollupStep = keyof typeof rollupSteps

/** Epoch milliseconds until when everything is made. */
export interface RollupProgress {
  /** Hours are kept and rolled up. */
  readonly hourMs: number
  readonly dayMs: number
  /** Quarters of hours of accounts are kept. */
  readonly quarterMs: number
  readonly accountDayMs: number
  /** Measurements from before are gone. */
  readonly measuredFromMs: number
}

export async function findRollupProgress(db: Queryable): Promise<RollupProgress> {
  const rows = await db.namedRows<{ source: string; minutes: number; until: Date }>(
    'find-progress-of-roll-ups',
    `select 'rollup_progress' as source, minutes, until from rollup_progress
     union all select 'account_progress', minutes, until from account_progress`,
  )
  const untilOf = (source: string, minutes: number): number =>
    rows.find((row) => row.source === source && row.minutes === minutes)?.until.getTime() ?? 0
  const ofStep = (step: RollupStep): number => untilOf(rollupSteps[step].table, rollupSteps[step].minutes)
  return {
    hourMs: ofStep('hour'),
    dayMs: ofStep('day'),
    quarterMs: ofStep('accountQuarter'),
    accountDayMs: ofStep('accountDay'),
    measuredFromMs: untilOf('rollup_progress', 0),
  }
}

/** Only ever moves forward. */
const saveProgress = (tx: Queryable, table: string, minutes: number, untilMs: number): Promise<unknown> =>
  tx.rows(
    `insert into ${table} as known (minutes, until) values ($1, $2)
     on conflict (minutes) do update set until = greatest(known.until, excluded.until)`,
    [minutes, new Date(untilMs)],
  )

export const saveRollupProgress = (tx: Queryable, step: RollupStep, untilMs: number): Promise<unknown> =>
  saveProgress(tx, rollupSteps[step].table, rollupSteps[step].minutes, untilMs)

/** Measurements of days before this moment are gone, or go with the next drop; nobody may rely on them. */
export const measurementsKeptFrom = (db: Queryable, ms: number): Promise<unknown> =>
  saveProgress(db, 'rollup_progress', 0, ms)

/** Where a step stopped; holds others off until the transaction ends. Null when it has not begun. */
export async function lockRollupProgress(tx: Queryable, step: RollupStep): Promise<number | null> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('belfry roll-ups'))`)
  const { table, minutes } = rollupSteps[step]
  const rows = await tx.rows<{ until: Date }>(`select until from ${table} where minutes = $1`, [minutes])
  return rows[0]?.until.getTime() ?? null
}
