import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { PingKeysTable } from '../generated/tables.ts'

export type PingKeyRow = PingKeysTable

export async function findPingKey(db: Queryable, accountId: string): Promise<PingKeyRow | null> {
  const rows = await db.rows<PingKeyRow>(`select * from ping_keys where account_id = $1`, [accountId])
  return rows[0] ?? null
}

export async function findPingKeyByHash(db: Queryable, hash: Buffer): Promise<PingKeyRow | null> {
  const rows = await db.namedRows<PingKeyRow>('find-ping-key-by-hash', `select * from ping_keys where hash = $1`, [
    hash,
  ])
  return rows[0] ?? null
}

/** Replaces the key that the account had. */
export const savePingKey = (db: Queryable, key: PingKeyRow): Promise<unknown> =>
  db.rows(
    `insert into ping_keys (account_id, hash, prefix, creates_checks, created_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set hash = excluded.hash, prefix = excluded.prefix,
       creates_checks = excluded.creates_checks, created_at = excluded.created_at`,
    [key.accountId, key.hash, key.prefix, key.createsChecks, key.createdAt],
  )

export const deletePingKey = (db: Queryable, accountId: string): Promise<boolean> =>
  findsAny(db, `delete from ping_keys where account_id = $1 returning account_id`, [accountId])
