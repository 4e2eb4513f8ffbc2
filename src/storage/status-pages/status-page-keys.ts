import type { Queryable } from '../database/queryable.ts'
import type { StatusPageKeysTable, StatusPagesTable } from '../generated/tables.ts'

/** The password of a private page. */
export type StatusPageKeyRow = StatusPageKeysTable

type Rows = StatusPageKeyRow & Record<string, unknown>

export const listPageKeys = (
  db: Queryable,
  accountId: string,
  statusPageIds: readonly string[],
): Promise<StatusPageKeyRow[]> =>
  db.rows<Rows>(`select * from status_page_keys where account_id = $1 and status_page_id = any($2::uuid[])`, [
    accountId,
    statusPageIds,
  ])

export async function findPageKey(db: Queryable, statusPageId: string): Promise<StatusPageKeyRow | null> {
  const rows = await db.rows<Rows>(`select * from status_page_keys where status_page_id = $1`, [statusPageId])
  return rows[0] ?? null
}

/** Puts a password in place of the one the page had. */
export const replacePageKey = (tx: Queryable, row: StatusPageKeyRow): Promise<unknown> =>
  tx.rows(
    `insert into status_page_keys (account_id, id, status_page_id, password_hash, masked_key, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, status_page_id) do update set id = excluded.id, password_hash = excluded.password_hash,
       masked_key = excluded.masked_key, created_at = excluded.created_at`,
    [row.accountId, row.id, row.statusPageId, row.passwordHash, row.maskedKey, row.createdAt],
  )

export const deletePageKey = (tx: Queryable, accountId: string, statusPageId: string): Promise<unknown> =>
  tx.rows(`delete from status_page_keys where account_id = $1 and status_page_id = $2`, [accountId, statusPageId])

/** Makes a page of either generation private or public. */
export const writePrivacy = (
  tx: Queryable,
  { accountId, id, isPrivate, updatedAt }: Pick<StatusPagesTable, 'accountId' | 'id' | 'isPrivate' | 'updatedAt'>,
): Promise<unknown> =>
  tx.rows(`update status_pages set is_private = $3, updated_at = $4 where account_id = $1 and id = $2`, [
    accountId,
    id,
    isPrivate,
    updatedAt,
  ])
