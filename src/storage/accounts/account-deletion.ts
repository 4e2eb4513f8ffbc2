import { notify } from '../database/queryable.ts'
import type { Database } from '../database/database.ts'
import type { Queryable } from '../database/queryable.ts'
import { apiKeysChannel } from './api-keys.ts'

/**
 * An account that is to be deleted, held until the transaction ends, and whether there is no other. One is deleted at a
 * time, so that two cannot leave none.
 */
export async function lockForDeletion(
  tx: Queryable,
  accountId: string,
): Promise<{ readonly name: string; readonly isLast: boolean } | null> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('belfry account deletion'))`)
  const rows = await tx.rows<{ name: string; isLast: boolean }>(
    `select name, not exists (select from accounts other where other.id <> $1) as is_last
     from accounts where id = $1 for update`,
    [accountId],
  )
  return rows[0] ?? null
}

export const renameAccount = (tx: Queryable, id: string, name: string, now: Date): Promise<unknown> =>
  tx.rows(`update accounts set name = $2, updated_at = $3 where id = $1`, [id, name, now])

/**
 * Deletes an account with all that belongs to it by a foreign key, what waits to be done for it, and the user keys of
 * people who are in no other account. Results and measurements stay until they are swept: nothing can reach them.
 */
export async function deleteAccount(tx: Queryable, id: string, now: Date): Promise<void> {
  // Otherwise the audit log of what goes would be written row by row.
  await tx.rows(`select set_config('belfry.audited', 'off', true)`)
  await tx.rows(`delete from run_tasks where account_id = $1`, [id])
  await tx.rows(`delete from notifications where account_id = $1 and claimable_at is not null`, [id])
  await tx.rows(`delete from event_streams where account_id = $1`, [id])
  // They refer to followed pages, which the account takes with it before their components.
  await tx.rows(`delete from component_feeds where account_id = $1`, [id])
  const members = await tx.rows<{ userId: string }>(
    `select user_id from memberships where account_id = $1 order by user_id`,
    [id],
  )
  await tx.rows(`delete from accounts where id = $1`, [id])
  await tx.rows(
    `update api_keys set revoked_at = $2 where user_id = any($1::uuid[]) and kind = 'user' and revoked_at is null
       and not exists (select from memberships where memberships.user_id = api_keys.user_id)`,
    [members.map(({ userId }) => userId), now],
  )
  await tx.rows(`insert into deleted_accounts (account_id, deleted_at, sweep_at) values ($1, $2, $2)`, [id, now])
  await notify(tx, apiKeysChannel)
}

/** The accounts whose remains are to be removed at this time. */
export const findSweptAccounts = (db: Queryable, now: Date): Promise<{ accountId: string; deletedAt: Date }[]> =>
  db.rows(`select account_id, deleted_at from deleted_accounts where sweep_at <= $1 order by sweep_at limit 10`, [now])

/** Without a foreign key to the account. Files go with the contents they have, so that those are deleted as well. */
export const tablesSwept = [
  'account_days',
  'account_quarters',
  'alert_decisions',
  'artifacts',
  'audit_log',
  'check_alerts',
  'check_hours',
  'check_measurements',
  'check_results',
  'check_rollups',
  'check_sessions',
  'event_streams',
  'heartbeat_events',
  'heartbeat_signals',
  'notifications',
  'packing_progress',
  'result_packs',
  'run_tasks',
  'test_session_results',
  'test_sessions',
] as const

/** Deletes what is left of a deleted account, except for its files, however long that takes; says how many rows there were. */
export async function deleteRemains(db: Pick<Database, 'transaction'>, accountId: string): Promise<number> {
  let deleted = 0
  for (const table of tablesSwept)
    deleted += await db.transaction(
      async (tx) => (await tx.query(`delete from ${table} where account_id = $1`, [accountId])).rowCount,
      { isUpkeep: true },
    )
  return deleted
}

/** Has the files of a deleted account be swept with their contents; false once nothing is left of them. */
export async function releaseContents(tx: Queryable, accountId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update artifact_contents set last_result_id = null, pinned_until = least(pinned_until, $2) where account_id = $1`,
    [accountId, now],
  )
  if (rowCount === 0) await tx.rows(`delete from artifact_usage where account_id = $1`, [accountId])
  return rowCount > 0
}

export const sweepAgainAt = (db: Queryable, accountId: string, at: Date): Promise<unknown> =>
  db.rows(`update deleted_accounts set sweep_at = $2 where account_id = $1`, [accountId, at])

export const forgetDeletedAccount = (db: Queryable, accountId: string): Promise<unknown> =>
  db.rows(`delete from deleted_accounts where account_id = $1`, [accountId])
