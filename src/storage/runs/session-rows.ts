import type { QueryResultRow } from 'pg'
import type { Queryable } from '../database/queryable.ts'

/** Sessions of checks and test sessions are found, watched and locked alike. */
type SessionTable = 'check_sessions' | 'test_sessions'

export interface SessionKey {
  readonly accountId: string
  readonly id: string
}

export async function findSession<Row extends QueryResultRow>(
  db: Queryable,
  table: SessionTable,
  { accountId, id }: SessionKey,
): Promise<Row | null> {
  const rows = await db.namedRows<Row>(`find ${table}`, `select * from ${table} where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** Whether a session has ended, for those who wait for it; null when there is none. */
export async function hasSessionEnded(
  db: Queryable,
  table: SessionTable,
  { accountId, id }: SessionKey,
): Promise<boolean | null> {
  const rows = await db.namedRows<{ ended: boolean }>(
    `has ended ${table}`,
    `select stopped_at is not null as ended from ${table} where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0]?.ended ?? null
}

/** Locks sessions in the order of their ids, so that two who move them wait instead of deadlocking. */
export const lockSessionRows = <Row extends QueryResultRow>(
  tx: Queryable,
  table: SessionTable,
  keys: readonly SessionKey[],
): Promise<Row[]> =>
  tx.namedRows(
    `lock ${table}`,
    `select ${table}.* from ${table}
     join unnest($1::uuid[], $2::uuid[]) as key (account_id, id)
       on ${table}.account_id = key.account_id and ${table}.id = key.id
     order by ${table}.id for update of ${table}`,
    [keys.map((key) => key.accountId), keys.map((key) => key.id)],
  )
