import type { HeartbeatSignalKind, JudgedMetric } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, valuesOf } from '../database/written-columns.ts'
import type { HeartbeatSignalsTable } from '../generated/tables.ts'

export type HeartbeatSignalRow = Narrowed<
  HeartbeatSignalsTable,
  { readonly kind: HeartbeatSignalKind; readonly metrics: readonly JudgedMetric[] }
>

/** A signal as lists show it. */
export type ListedSignalRow = Omit<HeartbeatSignalRow, 'body'> & {
  /** Whether the body is still there: those of older signals are removed. */
  readonly hasBody: boolean
}

const columns = [
  'accountId',
  'checkId',
  'id',
  'kind',
  'at',
  'runId',
  'exitStatus',
  'durationMs',
  'overlapping',
  'error',
  'body',
  'bodyBytes',
  'source',
  'userAgent',
  'metrics',
] as const

export const insertHeartbeatSignal = (tx: Queryable, signal: HeartbeatSignalRow): Promise<unknown> =>
  tx.namedRows(
    'insert-heartbeat-signal',
    insertOf('heartbeat_signals', columns),
    valuesOf({ ...signal, metrics: JSON.stringify(signal.metrics) }, columns),
  )

/** Removes the bodies of a heartbeat except the latest `kept` ones. */
export const dropOldBodies = (
  tx: Queryable,
  check: { readonly accountId: string; readonly checkId: string },
  kept: number,
): Promise<unknown> =>
  tx.namedRows(
    'drop-old-bodies',
    `update heartbeat_signals set body = null
     where account_id = $1 and check_id = $2 and body is not null and id <= (
       select id from heartbeat_signals where account_id = $1 and check_id = $2 and body is not null
       order by id desc offset $3 limit 1)`,
    [check.accountId, check.checkId, kept],
  )

/** Signals of a heartbeat within a range of ids, newest first. */
export const listHeartbeatSignals = (
  db: Queryable,
  filter: { accountId: string; checkId: string; fromId: string | null; beforeId: string | null; limit: number },
): Promise<ListedSignalRow[]> =>
  db.rows(
    `select account_id, check_id, id, kind, at, run_id, exit_status, duration_ms, overlapping, error, body_bytes, source,
       user_agent, metrics, body is not null as has_body from heartbeat_signals
     where account_id = $1 and check_id = $2 and ($3::uuid is null or id >= $3) and ($4::uuid is null or id < $4)
     order by id desc limit $5`,
    [filter.accountId, filter.checkId, filter.fromId, filter.beforeId, filter.limit],
  )

export async function findHeartbeatSignal(
  db: Queryable,
  accountId: string,
  checkId: string,
  id: string,
): Promise<HeartbeatSignalRow | null> {
  const rows = await db.rows<HeartbeatSignalRow>(
    `select * from heartbeat_signals where account_id = $1 and check_id = $2 and id = $3`,
    [accountId, checkId, id],
  )
  return rows[0] ?? null
}
