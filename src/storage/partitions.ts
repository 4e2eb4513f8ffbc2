import { firstIdAt } from '#kernel'
import type { Queryable } from './queryable.ts'

const partitionedTables = ['check_sessions', 'check_results', 'heartbeat_events'] as const
const dayMs = 86_400_000

/**
 * Makes the daily partitions from today until `daysAhead` days later. Concurrent callers are harmless. A day whose
 * rows already went to the default partition is left there.
 */
export async function preparePartitions(db: Queryable, nowMs: number, daysAhead: number): Promise<void> {
  const today = Math.floor(nowMs / dayMs) * dayMs
  await db.rows(`select pg_advisory_xact_lock(hashtext('belfry partitions'))`, [])
  for (let day = 0; day <= daysAhead; day += 1)
    for (const table of partitionedTables) await preparePartition(db, table, today + day * dayMs)
}

async function preparePartition(db: Queryable, table: string, dayStartMs: number): Promise<void> {
  const name = `${table}_${new Date(dayStartMs).toISOString().slice(0, 10).replaceAll('-', '')}`
  const from = firstIdAt(dayStartMs)
  const to = firstIdAt(dayStartMs + dayMs)
  const existing = await db.rows(`select to_regclass($1) as found`, [name])
  if ((existing[0] as { found: unknown }).found !== null) return
  const strays = await db.rows(`select 1 from ${table}_default where id >= $1 and id < $2 limit 1`, [from, to])
  if (strays.length > 0) return
  await db.rows(`create table ${name} partition of ${table} for values from ('${from}') to ('${to}')`, [])
}

/** Drops whole days that ended before `beforeMs`. */
export async function dropPartitionsBefore(db: Queryable, beforeMs: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = any($1::regclass[])`,
    [partitionedTables],
  )
  const expired = rows.map((row) => row.name).filter((name) => dayOfPartition(name) + dayMs <= beforeMs)
  for (const name of expired) await db.rows(`drop table ${name}`, [])
  return expired
}

function dayOfPartition(name: string): number {
  const digits = /_(\d{4})(\d{2})(\d{2})$/.exec(name)
  return digits ? Date.UTC(Number(digits[1]), Number(digits[2]) - 1, Number(digits[3])) : Number.POSITIVE_INFINITY
}
