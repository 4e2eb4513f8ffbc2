import type { Role } from '#contract'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { apiKeysChannel } from './api-keys.ts'

/** A user, with the hash of the password; null without one. */
export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string | null
}

const people = `select u.id, u.name, u.email, p.hash as password_hash from users u left join passwords p on p.user_id = u.id`

export async function findPerson(db: Queryable, userId: string): Promise<PersonRow | null> {
  const rows = await db.rows<PersonRow>(`${people} where u.id = $1`, [userId])
  return rows[0] ?? null
}

/**
 * The users with this address, whatever its case: those with a password first, and of these the first ones, so that others
 * are in nobody's way. An address of before may have several.
 */
export const findPeopleByEmail = (db: Queryable, email: string, limit: number): Promise<PersonRow[]> =>
  db.rows(`${people} where lower(u.email) = lower($1) order by p.hash is null, u.created_at, u.id limit $2`, [
    email,
    limit,
  ])

/** How many people with a password share the most shared address: 1 where nobody shares any, and at most `max`. */
export async function countSharedAddresses(db: Queryable, max: number): Promise<number> {
  const rows = await db.rows<{ most: number }>(
    `select least(coalesce(max(people), 1), $1)::integer as most
     from (select count(*) as people from passwords join users on users.id = passwords.user_id
       group by lower(users.email)) address`,
    [max],
  )
  return rows[0]?.most ?? 1
}

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

export const savePassword = (
  tx: Queryable,
  password: { readonly userId: string; readonly hash: string; readonly updatedAt: Date },
): Promise<unknown> =>
  tx.rows(
    `insert into passwords (user_id, hash, updated_at) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`,
    [password.userId, password.hash, password.updatedAt],
  )

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
