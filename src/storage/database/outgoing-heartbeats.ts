import type { Encryption } from '#kernel'
import type { OutgoingHeartbeatsTable } from '../generated/tables.ts'
import type { Queryable } from './queryable.ts'

/** With its URL in the clear. */
export type OutgoingHeartbeatRow = OutgoingHeartbeatsTable

/** The pings of the installation, by host. */
export async function listOutgoingHeartbeats(db: Queryable, encryption: Encryption): Promise<OutgoingHeartbeatRow[]> {
  const rows = await db.namedRows<{ [K in keyof OutgoingHeartbeatRow]: OutgoingHeartbeatRow[K] }>(
    'list-outgoing-heartbeats',
    'select * from outgoing_heartbeats order by host',
    [],
  )
  return rows.map((row) => ({ ...row, url: encryption.decrypt(row.url) }))
}

export type NewOutgoingHeartbeat = Pick<OutgoingHeartbeatRow, 'host' | 'url' | 'intervalSeconds' | 'createdAt'>

/** Replaces the one of the same host. */
export const saveOutgoingHeartbeat = (
  tx: Queryable,
  encryption: Encryption,
  { host, url, intervalSeconds, createdAt }: NewOutgoingHeartbeat,
): Promise<unknown> =>
  tx.rows(
    `insert into outgoing_heartbeats (host, url, interval_seconds, created_at) values ($1, $2, $3, $4)
     on conflict (host) do update set url = excluded.url, interval_seconds = excluded.interval_seconds,
       created_at = excluded.created_at, pinged_at = null, failed_at = null, problem = null`,
    [host, encryption.encrypt(url), intervalSeconds, createdAt],
  )

/** False when there is none. */
export async function deleteOutgoingHeartbeat(tx: Queryable, host: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from outgoing_heartbeats where host = $1', [host])
  return rowCount > 0
}

export interface PingTry {
  readonly host: string
  readonly at: Date
  /** Null: it was answered with success. */
  readonly problem: string | null
}

export const recordOutgoingPing = (db: Queryable, { host, at, problem }: PingTry): Promise<unknown> =>
  db.namedRows(
    'record-outgoing-ping',
    `update outgoing_heartbeats set problem = $3,
       pinged_at = case when $3::text is null then $2 else pinged_at end,
       failed_at = case when $3::text is null then failed_at else $2 end
     where host = $1`,
    [host, at, problem],
  )
