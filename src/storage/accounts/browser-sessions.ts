import type { Role, SignInMethod } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import type { BrowserSessionsTable } from '../generated/tables.ts'
import { notifySessions } from './people.ts'

type Row = Narrowed<BrowserSessionsTable, { readonly method: SignInMethod }>
export type NewBrowserSession = Omit<Row, 'previousHash'>
export type BrowserSessionRow = Omit<Row, 'hash' | 'previousHash' | 'rotatedAt'>

/** Adds a session, and deletes some that have expired. */
export async function insertBrowserSession(tx: Queryable, session: NewBrowserSession): Promise<void> {
  await tx.rows(
    `delete from browser_sessions where id in (select id from browser_sessions where expires_at < $1 limit 100)`,
    [session.createdAt],
  )
  await tx.rows(
    `insert into browser_sessions (id, user_id, hash, rotated_at, method, user_agent, address, created_at, last_used_at,
       expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      session.id,
      session.userId,
      session.hash,
      session.rotatedAt,
      session.method,
      session.userAgent,
      session.address,
      session.createdAt,
      session.lastUsedAt,
      session.expiresAt,
    ],
  )
}

/** A session that is in force, and the memberships of its user. */
export interface SessionGrants {
  readonly id: string
  readonly userId: string
  readonly grants: readonly { readonly accountId: string; readonly role: Role }[]
  readonly rotatedAt: Date
  readonly lastUsedAt: Date
  /** Whether the token is the one before the last replacement. */
  readonly isPrevious: boolean
}

/** Looks a session up by the hash of its token, unless it has expired or was not used since `idleSince`. */
export async function findSessionGrants(
  db: Queryable,
  hash: Buffer,
  limits: { readonly now: Date; readonly idleSince: Date },
): Promise<SessionGrants | null> {
  const rows = await db.namedRows<
    Omit<SessionGrants, 'grants'> & { readonly accountId: string | null; readonly role: Role | null }
  >(
    'find-session-grants',
    `select s.id, s.user_id, s.rotated_at, s.last_used_at, s.hash <> $1 as is_previous, m.account_id, m.role
     from browser_sessions s left join memberships m on m.user_id = s.user_id
     where (s.hash = $1 or s.previous_hash = $1) and s.expires_at > $2 and s.last_used_at > $3
     order by m.created_at, m.account_id`,
    [hash, limits.now, limits.idleSince],
  )
  const [first] = rows
  if (first === undefined) return null
  const { id, userId, rotatedAt, lastUsedAt, isPrevious } = first
  const grants = rows.flatMap(({ accountId, role }) => (accountId && role ? [{ accountId, role }] : []))
  return { id, userId, rotatedAt, lastUsedAt, isPrevious, grants }
}

/** Notes a use. The token before the last replacement ends when the one after it is used. */
export const touchBrowserSession = (
  db: Queryable,
  use: { readonly id: string; readonly now: Date; readonly endsPrevious: boolean },
): Promise<unknown> =>
  db.rows(
    `update browser_sessions set last_used_at = $2, previous_hash = case when $3 then null else previous_hash end
     where id = $1 and last_used_at < $2`,
    [use.id, use.now, use.endsPrevious],
  )

/** Replaces the token of a session; false when another request has replaced it already. */
export async function rotateBrowserSession(
  tx: Queryable,
  change: {
    readonly id: string
    readonly from: Buffer
    readonly to: Buffer
    readonly now: Date
    readonly rotatedAt: Date
  },
): Promise<boolean> {
  const rows = await tx.rows(
    `update browser_sessions set hash = $3, previous_hash = $2, rotated_at = $4
     where id = $1 and (hash = $2 or previous_hash = $2) and rotated_at = $5
     returning id`,
    [change.id, change.from, change.to, change.now, change.rotatedAt],
  )
  if (rows.length > 0) await notifySessions(tx)
  return rows.length > 0
}

const columns = 'id, user_id, method, user_agent, address, created_at, last_used_at, expires_at'

/** The sessions of a user that are in force, the latest first. */
export const listBrowserSessions = (
  db: Queryable,
  userId: string,
  limits: { readonly now: Date; readonly idleSince: Date },
): Promise<BrowserSessionRow[]> =>
  db.rows(
    `select ${columns} from browser_sessions where user_id = $1 and expires_at > $2 and last_used_at > $3
     order by created_at desc, id desc limit 1000`,
    [userId, limits.now, limits.idleSince],
  )

/** Ends a session of a user; false when there is no such session. */
export async function deleteBrowserSession(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await tx.rows('delete from browser_sessions where id = $2 and user_id = $1 returning id', [userId, id])
  await notifySessions(tx)
  return rows.length > 0
}

/** Ends the sessions of a user, but not the one to keep. */
export async function deleteBrowserSessions(tx: Queryable, userId: string, except: string | null): Promise<void> {
  await tx.rows('delete from browser_sessions where user_id = $1 and id is distinct from $2', [userId, except])
  await notifySessions(tx)
}

export async function deleteSessionOfToken(tx: Queryable, hash: Buffer): Promise<void> {
  await tx.rows('delete from browser_sessions where hash = $1 or previous_hash = $1', [hash])
  await notifySessions(tx)
}
