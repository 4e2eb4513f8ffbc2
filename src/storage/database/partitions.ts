import { dayMs, firstIdAt } from '#kernel'
import type { Queryable } from './queryable.ts'

interface PartitionedTable {
  readonly name: string
  readonly key: string
  readonly length: 'day' | 'month'
  /** The smallest key of a moment. */
  readonly firstKeyAt: (ms: number) => string
  /** The setting that defines how long it is retained. */
  readonly retentionSetting: 'results' | 'rollups'
  /** Gets no more partitions. */
  readonly isClosed?: boolean
}

const isoAt = (ms: number): string => new Date(ms).toISOString()
const results = { key: 'id', length: 'day', firstKeyAt: firstIdAt, retentionSetting: 'results' } as const

const partitionedTables: readonly PartitionedTable[] = [
  { name: 'check_sessions', ...results },
  { name: 'check_results', ...results },
  { name: 'heartbeat_events', ...results },
  { name: 'test_sessions', ...results },
  { name: 'test_session_results', ...results },
  { name: 'artifacts', ...results, key: 'result_id' },
  // What is there goes day by day; nothing is added any more.
  { name: 'check_measurements', ...results, key: 'bucket', firstKeyAt: isoAt, isClosed: true },
  { name: 'check_hours', ...results, key: 'bucket', firstKeyAt: isoAt },
  { name: 'account_quarters', ...results, key: 'bucket', firstKeyAt: isoAt },
  { name: 'check_rollups', key: 'bucket', length: 'month', firstKeyAt: isoAt, retentionSetting: 'rollups' },
  { name: 'account_days', key: 'bucket', length: 'month', firstKeyAt: isoAt, retentionSetting: 'rollups' },
]
const openTables = partitionedTables.filter((table) => table.isClosed !== true)

/**
 * Makes the daily and monthly partitions from today until `daysAhead` days later. Concurrent callers are harmless. A
 * day or month whose rows already went to the default partition is left there.
 */
export async function preparePartitions(db: Queryable, nowMs: number, daysAhead: number): Promise<void> {
  const today = Math.floor(nowMs / dayMs) * dayMs
  await db.rows(`select pg_advisory_xact_lock(hashtext('belfry partitions'))`, [])
  for (let day = 0; day <= daysAhead; day += 1)
    for (const table of openTables) if (table.length === 'day') await preparePartition(db, table, today + day * dayMs)
  // Roll-ups of the last month are still written in the first hours of the next.
  for (const day of [-1, 0, daysAhead])
    for (const table of openTables)
      if (table.length === 'month') await preparePartition(db, table, monthStart(today + day * dayMs, 0))
}

/** Makes the partitions that what was measured at a moment is rolled up into, however long ago that is. */
export async function prepareRollupPartitions(tx: Queryable, ms: number): Promise<void> {
  for (const table of openTables)
    if (table.key === 'bucket')
      await preparePartition(tx, table, table.length === 'day' ? Math.floor(ms / dayMs) * dayMs : monthStart(ms, 0))
}

async function preparePartition(db: Queryable, table: PartitionedTable, startMs: number): Promise<void> {
  const digits = new Date(startMs).toISOString().slice(0, table.length === 'day' ? 10 : 7)
  const name = `${table.name}_${digits.replaceAll('-', '')}`
  const from = table.firstKeyAt(startMs)
  const to = table.firstKeyAt(endOf(table.length, startMs))
  const existing = await db.rows<{ found: unknown }>(`select to_regclass($1) as found`, [name])
  if (existing[0]?.found !== null) return
  const strays = await db.rows(
    `select 1 from ${table.name}_default where ${table.key} >= $1 and ${table.key} < $2 limit 1`,
    [from, to],
  )
  if (strays.length > 0) return
  await db.rows(`create table ${name} partition of ${table.name} for values from ('${from}') to ('${to}')`)
}

function monthStart(ms: number, monthsLater: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}

const endOf = (length: PartitionedTable['length'], startMs: number): number =>
  length === 'day' ? startMs + dayMs : monthStart(startMs, 1)

export interface Retention {
  /** Results, sessions, heartbeat events and measurements from before go, in whole days. */
  readonly resultsBeforeMs: number
  /** Roll-ups from before go, in whole months. */
  readonly rollupsBeforeMs: number
}

/** Drops whole days and months that ended before the retention time. */
export async function dropPartitionsBefore(db: Queryable, retention: Retention): Promise<string[]> {
  const before = { results: retention.resultsBeforeMs, rollups: retention.rollupsBeforeMs }
  const dropped: string[] = []
  for (const table of partitionedTables) {
    const rows = await db.rows<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass`,
      [table.name],
    )
    const expired = rows
      .map((row) => row.name)
      .filter((name) => endOfPartition(table, name) <= before[table.retentionSetting])
    for (const name of expired) await db.rows(`drop table ${name}`)
    dropped.push(...expired)
  }
  return dropped
}

function endOfPartition(table: PartitionedTable, name: string): number {
  const digits = /_(\d{4})(\d{2})(\d{2})?$/.exec(name)
  if (!digits) return Number.POSITIVE_INFINITY
  return endOf(table.length, Date.UTC(Number(digits[1]), Number(digits[2]) - 1, Number(digits[3] ?? 1)))
}
