import { dayMs, firstIdAt, hourMs } from '#kernel'
import type { Queryable } from './queryable.ts'

interface PartitionedTable {
  readonly name: string
  readonly key: string
  readonly length: 'hour' | 'day' | 'month'
  /** The smallest key of a moment. */
  readonly firstKeyAt: (ms: number) => string
  /** The setting that defines how long it is retained. */
  readonly retentionSetting: 'results' | 'rollups' | 'audit'
  /** Its partitions are dropped before vacuuming what was inserted is worth its writes. */
  readonly isShortLived?: boolean
  /** Gets no more partitions. */
  readonly isClosed?: boolean
}

const isoAt = (ms: number): string => new Date(ms).toISOString()
const results = { key: 'id', length: 'day', firstKeyAt: firstIdAt, retentionSetting: 'results' } as const

const partitionedTables: readonly PartitionedTable[] = [
  { name: 'check_sessions', ...results },
  { name: 'recent_results', ...results, length: 'hour', isShortLived: true },
  { name: 'kept_results', ...results },
  { name: 'result_packs', ...results, key: 'first_id' },
  { name: 'heartbeat_events', ...results },
  { name: 'heartbeat_signals', ...results },
  { name: 'test_sessions', ...results },
  { name: 'test_session_results', ...results },
  { name: 'artifacts', ...results, key: 'result_id' },
  // What is there goes day by day; nothing is added any more.
  { name: 'check_measurements', ...results, key: 'bucket', firstKeyAt: isoAt, isClosed: true },
  { name: 'check_hours', ...results, key: 'bucket', firstKeyAt: isoAt },
  { name: 'account_quarters', ...results, key: 'bucket', firstKeyAt: isoAt },
  { name: 'check_rollups', key: 'bucket', length: 'month', firstKeyAt: isoAt, retentionSetting: 'rollups' },
  { name: 'audit_log', key: 'id', length: 'month', firstKeyAt: firstIdAt, retentionSetting: 'audit' },
  { name: 'account_days', key: 'bucket', length: 'month', firstKeyAt: isoAt, retentionSetting: 'rollups' },
]
const openTables = partitionedTables.filter((table) => table.isClosed !== true)
/** Every statement about results looks at all of their hours. */
const hoursAhead = 12

/**
 * Makes the daily and monthly partitions from today until `daysAhead` days later, and those of the next hours.
 * Concurrent callers are harmless. A day or month whose rows already went to the default partition is left there.
 */
export async function preparePartitions(db: Queryable, nowMs: number, daysAhead: number): Promise<void> {
  const today = Math.floor(nowMs / dayMs) * dayMs
  await db.rows(`select pg_advisory_xact_lock(hashtext('belfry partitions'))`, [])
  for (let day = 0; day <= daysAhead; day += 1)
    for (const table of openTables) if (table.length === 'day') await preparePartition(db, table, today + day * dayMs)
  for (let hour = 0; hour <= Math.min(hoursAhead, 24 * daysAhead); hour += 1)
    for (const table of openTables)
      if (table.length === 'hour') await preparePartition(db, table, startOf('hour', nowMs) + hour * hourMs)
  // Roll-ups of the last month are still written in the first hours of the next.
  for (const day of [-1, 0, daysAhead])
    for (const table of openTables)
      if (table.length === 'month') await preparePartition(db, table, monthStart(today + day * dayMs, 0))
}

/** Makes the partitions that what was measured at a moment is rolled up into, however long ago that is. */
export async function prepareRollupPartitions(tx: Queryable, ms: number): Promise<void> {
  for (const table of openTables)
    if (table.key === 'bucket') await preparePartition(tx, table, startOf(table.length, ms))
}

/** Makes the partitions that results of a moment go to when they are packed, however long ago that is. */
export async function preparePackPartitions(tx: Queryable, ms: number): Promise<void> {
  for (const table of openTables)
    if (table.name === 'result_packs' || table.name === 'kept_results')
      await preparePartition(tx, table, startOf(table.length, ms))
}

export interface ResultPartition {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
}

/** The partitions of results that are not packed yet, the oldest first. */
export async function listResultPartitions(db: Queryable): Promise<ResultPartition[]> {
  const names = await listPartitions(db, 'recent_results')
  const spans = names.flatMap((name) => {
    const span = spanOfPartition(name)
    return span === null ? [] : [{ name, ...span }]
  })
  return spans.toSorted((one, other) => one.fromMs - other.fromMs)
}

/** The beginning of the oldest day of which results are kept, in epoch milliseconds; null when no day is over. */
export async function findKeptSince(db: Queryable): Promise<number | null> {
  const names = await listPartitions(db, 'kept_results')
  const starts = names.flatMap((name) => spanOfPartition(name)?.fromMs ?? [])
  return starts.length === 0 ? null : Math.min(...starts)
}

/**
 * Waits until nobody writes to a partition of results any more, and keeps others from it. Nobody waits long behind this:
 * it fails after 300 ms, and packing tries again later.
 */
export async function lockResultPartition(tx: Queryable, { fromMs }: ResultPartition): Promise<void> {
  for (const { name } of await findResultPartition(tx, fromMs)) {
    await tx.rows(`set local lock_timeout = '300ms'`)
    await tx.rows(`lock table ${name} in share mode`)
  }
}

export async function dropResultPartition(tx: Queryable, { fromMs }: ResultPartition): Promise<void> {
  for (const { name } of await findResultPartition(tx, fromMs)) await tx.rows(`drop table ${name}`)
}

const findResultPartition = async (tx: Queryable, startMs: number): Promise<ResultPartition[]> =>
  (await listResultPartitions(tx)).filter(({ fromMs }) => fromMs === startMs)

/** A packed hour gets no partition again, or its packs would be taken for those of the partition. */
const isPacked: Readonly<Record<Length, string>> = {
  hour: 'union all select 1 from packing_progress where before_id > $1',
  day: '',
  month: '',
}

async function preparePartition(db: Queryable, table: PartitionedTable, startMs: number): Promise<void> {
  const name = `${table.name}_${new Date(startMs).toISOString().replaceAll(/\D/g, '').slice(0, digitsOf[table.length])}`
  const from = table.firstKeyAt(startMs)
  const to = table.firstKeyAt(endOf(table.length, startMs))
  const ofDay = name.slice(0, table.name.length + 1 + digitsOf.day)
  const existing = await db.rows<{ found: unknown }>(
    `select coalesce(to_regclass($1), to_regclass($2)) as found`,
    // Partitions that are by the hour now were by the day before.
    [name, ofDay],
  )
  if (existing[0]?.found !== null) return
  const strays = await db.rows(
    `select 1 from ${table.name}_default where ${table.key} >= $1 and ${table.key} < $2 ${isPacked[table.length]} limit 1`,
    [from, to],
  )
  if (strays.length > 0) return
  const options = table.isShortLived ? shortLived : 'fillfactor = 100'
  await db.rows(
    `create table ${name} partition of ${table.name} for values from ('${from}') to ('${to}') with (${options})`,
  )
}

/** New rows alone are no reason to vacuum it, and seldom one to analyse it. */
const shortLived = `autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.5`

type Length = PartitionedTable['length']

/** Of the time in the name of a partition, from its year on. */
const digitsOf: Readonly<Record<Length, number>> = { hour: 10, day: 8, month: 6 }

function monthStart(ms: number, monthsLater: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}

const startOf = (length: Length, ms: number): number => {
  if (length === 'month') return monthStart(ms, 0)
  const lengthMs = length === 'day' ? dayMs : hourMs
  return Math.floor(ms / lengthMs) * lengthMs
}

const endOf = (length: Length, startMs: number): number =>
  length === 'month' ? monthStart(startMs, 1) : startMs + (length === 'day' ? dayMs : hourMs)

export interface Retention {
  /** Results, sessions, heartbeat events and measurements from before go, in whole days. */
  readonly resultsBeforeMs: number
  /** Roll-ups from before go, in whole months. */
  readonly rollupsBeforeMs: number
  /** Entries of the audit log from before go, in whole months. */
  readonly auditBeforeMs: number
}

/** Drops whole days and months that ended before the retention time. */
export async function dropPartitionsBefore(db: Queryable, retention: Retention): Promise<string[]> {
  const before = {
    results: retention.resultsBeforeMs,
    rollups: retention.rollupsBeforeMs,
    audit: retention.auditBeforeMs,
  }
  const dropped: string[] = []
  for (const table of partitionedTables) {
    const names = await listPartitions(db, table.name)
    const limit = before[table.retentionSetting]
    const expired = names.filter((name) => (spanOfPartition(name)?.toMs ?? Number.POSITIVE_INFINITY) <= limit)
    for (const name of expired) await db.rows(`drop table ${name}`)
    dropped.push(...expired)
  }
  return dropped
}

async function listPartitions(db: Queryable, table: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Null for the default partition. Partitions of results from before they were made by the hour are days. */
function spanOfPartition(name: string): { readonly fromMs: number; readonly toMs: number } | null {
  const digits = /_(\d{4})(\d{2})(\d{2})?(\d{2})?$/.exec(name)
  if (!digits) return null
  const [year, month, day, hour] = digits.slice(1).map((text) => (text === undefined ? null : Number(text)))
  const fromMs = Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1, hour ?? 0)
  const length = typeof hour === 'number' ? 'hour' : typeof day === 'number' ? 'day' : 'month'
  return { fromMs, toMs: endOf(length, fromMs) }
}
