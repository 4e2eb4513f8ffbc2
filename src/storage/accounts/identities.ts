import type { Queryable } from '../database/queryable.ts'

/** A person at a provider of identities. */
export interface IdentityKey {
  readonly issuer: string
  readonly subject: string
}

/** Holds other sign-ins of this identity until the transaction ends. */
export const lockIdentity = (tx: Queryable, { issuer, subject }: IdentityKey): Promise<unknown> =>
  tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 4711))', [`identity ${issuer} ${subject}`])

/** The user with this identity, and notes its use; null when it is new. */
export async function useIdentity(tx: Queryable, { issuer, subject }: IdentityKey, now: Date): Promise<string | null> {
  const rows = await tx.rows<{ userId: string }>(
    'update identities set last_used_at = $3 where issuer = $1 and subject = $2 returning user_id',
    [issuer, subject, now],
  )
  return rows[0]?.userId ?? null
}

export const insertIdentity = (
  tx: Queryable,
  { issuer, subject }: IdentityKey,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<unknown> =>
  tx.rows('insert into identities (issuer, subject, user_id, created_at, last_used_at) values ($1, $2, $3, $4, $4)', [
    issuer,
    subject,
    userId,
    now,
  ])

/** Ends what a user signs in with besides identities: the password, passkeys and open links. */
export async function deleteOwnCredentials(tx: Queryable, userId: string): Promise<void> {
  await tx.rows('delete from passwords where user_id = $1', [userId])
  await tx.rows('delete from passkeys where user_id = $1', [userId])
  await tx.rows('delete from sign_in_links where user_id = $1', [userId])
}

/** A sign-in that waits for its browser. `hash` is that of its state. */
export interface OidcSignInRow {
  readonly hash: Buffer
  readonly browserHash: Buffer
  readonly encryptedSecrets: string
  readonly returnPath: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Adds a sign-in that was started, and deletes some that have expired. */
export async function insertOidcSignIn(tx: Queryable, row: OidcSignInRow): Promise<void> {
  await tx.rows(
    'delete from oidc_sign_ins where hash in (select hash from oidc_sign_ins where expires_at < $1 limit 100)',
    [row.createdAt],
  )
  await tx.rows(
    `insert into oidc_sign_ins (hash, browser_hash, encrypted_secrets, return_path, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.hash, row.browserHash, row.encryptedSecrets, row.returnPath, row.createdAt, row.expiresAt],
  )
}

/** Takes a sign-in that this browser started, so that nobody can finish it again; null when there is none. */
export async function takeOidcSignIn(
  db: Queryable,
  { hash, browserHash, now }: { readonly hash: Buffer; readonly browserHash: Buffer; readonly now: Date },
): Promise<Pick<OidcSignInRow, 'encryptedSecrets' | 'returnPath'> | null> {
  const rows = await db.rows<Pick<OidcSignInRow, 'encryptedSecrets' | 'returnPath'>>(
    `delete from oidc_sign_ins where hash = $1 and browser_hash = $2 and expires_at > $3
     returning encrypted_secrets, return_path`,
    [hash, browserHash, now],
  )
  return rows[0] ?? null
}
