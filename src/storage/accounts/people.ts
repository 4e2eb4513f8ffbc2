import type { Role } from '#contract'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { apiKeysChannel } from './api-keys.ts'

/** A user, with the hash of the password; null without one. */
export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Whether it was proven that the address is theirs. */
  readonly isEmailVerified: boolean
  readonly passwordHash: string | null
}

const people = `select u.id, u.name, u.email, u.is_email_verified, p.hash as password_hash
  from users u left join passwords p on p.user_id = u.id`

export async function findPerson(db: Queryable, userId: string): Promise<PersonRow | null> {
  const rows = await db.rows<PersonRow>(`${people} where u.id = $1`, [userId])
  return rows[0] ?? null
}

/**
 * The users with this address, whatever its case: those with a password first, and of these whose it is proven to be and
 * the first ones, so that others are in nobody's way.
 */
export const findPeopleByEmail = (db: Queryable, email: string, limit: number): Promise<PersonRow[]> =>
  db.rows(
    `${people} where lower(u.email) = lower($1)
     order by p.hash is null, u.is_email_verified desc, u.created_at, u.id limit $2`,
    [email, limit],
  )

/** At least as many as people with a password share any address: 1 where nobody has shared one, and at most `max`. */
export async function countSharedAddresses(db: Queryable, max: number): Promise<number> {
  const rows = await db.rows<{ most: number }>(
    `select least(coalesce(max(address_place), 1), $1)::integer as most from passwords`,
    [max],
  )
  return rows[0]?.most ?? 1
}

/** Behind the passwords that others with the address of the user $1 have. */
const addressPlace = `(select 1 + count(*) from users mine join users other
  on lower(other.email) = lower(mine.email) and other.id <> mine.id
  join passwords p on p.user_id = other.id where mine.id = $1)`

/** Gives a user an address. `isVerified` says whether it is proven that it is theirs. */
export async function updateUserEmail(
  tx: Queryable,
  userId: string,
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
): Promise<void> {
  await lockAddress(tx, email)
  await tx.rows('update users set email = $2, is_email_verified = $3 where id = $1', [userId, email, isVerified])
  await tx.rows(`update passwords set address_place = ${addressPlace} where user_id = $1`, [userId])
}

/** Blocks others who take this address, or a password with it, until the transaction ends. */
export const lockAddress = (tx: Queryable, email: string): Promise<unknown> =>
  tx.rows('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [addressLockKey, email])

const addressLockKey = 4_711_003

/** Every user of the installation, the first ones first. */
export const listPeople = (db: Queryable): Promise<PersonRow[]> => db.rows(`${people} order by u.created_at, u.id`, [])

export interface PersonAccount {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** The accounts of which a user is a member, with the role there, the first ones first. */
export const findAccountsOfPerson = (db: Queryable, userId: string): Promise<PersonAccount[]> =>
  db.rows(
    `select a.id, a.name, m.role from memberships m join accounts a on a.id = m.account_id
     where m.user_id = $1 order by m.created_at, a.id`,
    [userId],
  )

export async function savePassword(
  tx: Queryable,
  { userId, hash, updatedAt }: { readonly userId: string; readonly hash: string; readonly updatedAt: Date },
): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($2, hashtext(lower(email))) from users where id = $1', [
    userId,
    addressLockKey,
  ])
  await tx.rows(
    `insert into passwords (user_id, hash, updated_at, address_place) values ($1, $2, $3, ${addressPlace})
     on conflict (user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`,
    [userId, hash, updatedAt],
  )
}

export interface SignInLinkRow {
  readonly hash: Buffer
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A user has one link at a time: the ones before are deleted, and those of others that have expired. */
export async function replaceSignInLink(tx: Queryable, link: SignInLinkRow): Promise<void> {
  await tx.rows('delete from sign_in_links where user_id = $1 or expires_at < $2', [link.userId, link.createdAt])
  await tx.rows('insert into sign_in_links (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    link.hash,
    link.userId,
    link.createdAt,
    link.expiresAt,
  ])
}

/** Takes a link, so that nobody can use it again; the user it signs in, or null. */
export async function takeSignInLink(tx: Queryable, hash: Buffer, now: Date): Promise<string | null> {
  const rows = await tx.rows<{ userId: string }>(
    'delete from sign_in_links where hash = $1 and expires_at > $2 returning user_id',
    [hash, now],
  )
  return rows[0]?.userId ?? null
}

/** Clears what processes remember of keys and sessions, after the transaction. */
export const notifySessions = (tx: Queryable): Promise<unknown> => notify(tx, apiKeysChannel)
