import type { Queryable } from '../database/queryable.ts'
import type { PasskeysTable } from '../generated/tables.ts'

export type PasskeyRow = PasskeysTable

/** Adds a passkey; false when its credential is known already. */
export async function insertPasskey(tx: Queryable, passkey: PasskeyRow): Promise<boolean> {
  const rows = await tx.rows(
    `insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, is_synced, created_at,
       last_used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (credential_id) do nothing
     returning id`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.signCount,
      passkey.transports,
      passkey.name,
      passkey.isSynced,
      passkey.createdAt,
      passkey.lastUsedAt,
    ],
  )
  return rows.length > 0
}

/** The passkeys of a user, the first ones first. */
export const listPasskeys = (db: Queryable, userId: string): Promise<PasskeyRow[]> =>
  db.rows('select * from passkeys where user_id = $1 order by created_at, id', [userId])

/** A passkey by the id of its credential. */
export async function findPasskey(db: Queryable, credentialId: Buffer): Promise<PasskeyRow | null> {
  const rows = await db.rows<PasskeyRow>('select * from passkeys where credential_id = $1', [credentialId])
  return rows[0] ?? null
}

/** Holds other changes of the passkeys of a user until the transaction ends. */
export const lockPasskeys = (tx: Queryable, userId: string): Promise<unknown> =>
  tx.rows('select id from users where id = $1 for no key update', [userId])

/**
 * Notes a use; false when another use has counted as far already, or the passkey is gone. Counters of zero stay zero.
 */
export async function usePasskey(
  tx: Queryable,
  use: { readonly id: string; readonly signCount: number; readonly isSynced: boolean; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.rows(
    `update passkeys set sign_count = $2, is_synced = $3, last_used_at = $4
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))
     returning id`,
    [use.id, use.signCount, use.isSynced, use.now],
  )
  return rows.length > 0
}

/** Names a passkey of a user; null when there is no such passkey. */
export async function renamePasskey(
  tx: Queryable,
  { userId, id, name }: { readonly userId: string; readonly id: string; readonly name: string },
): Promise<PasskeyRow | null> {
  const rows = await tx.rows<PasskeyRow>('update passkeys set name = $3 where id = $2 and user_id = $1 returning *', [
    userId,
    id,
    name,
  ])
  return rows[0] ?? null
}

/** Removes a passkey of a user; false when there is no such passkey. */
export async function deletePasskey(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await tx.rows('delete from passkeys where id = $2 and user_id = $1 returning id', [userId, id])
  return rows.length > 0
}

/** Who adds a passkey, in which session; a sign-in has neither. */
export interface ChallengeOwner {
  readonly userId: string | null
  readonly sessionId: string | null
}

/** Adds a challenge, and deletes some that have expired. */
export async function insertPasskeyChallenge(
  tx: Queryable,
  challenge: ChallengeOwner & { readonly hash: Buffer; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { hash, userId, sessionId, now, expiresAt } = challenge
  await tx.rows(
    'delete from passkey_challenges where hash in (select hash from passkey_challenges where expires_at < $1 limit 100)',
    [now],
  )
  await tx.rows('insert into passkey_challenges (hash, user_id, session_id, expires_at) values ($1, $2, $3, $4)', [
    hash,
    userId,
    sessionId,
    expiresAt,
  ])
}

/** Takes a challenge, so that nobody can use it again; false when there is none for this owner. */
export async function takePasskeyChallenge(
  db: Queryable,
  { hash, userId, sessionId, now }: ChallengeOwner & { readonly hash: Buffer; readonly now: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `delete from passkey_challenges
     where hash = $1 and user_id is not distinct from $2 and session_id is not distinct from $3 and expires_at > $4
     returning hash`,
    [hash, userId, sessionId, now],
  )
  return rows.length > 0
}
