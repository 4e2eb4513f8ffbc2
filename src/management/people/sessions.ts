import type { SignInMethod } from '#contract'
import { Fault, dayMs, hashToken, isUuid, minuteMs, randomToken, timeOrderedId } from '#kernel'
import {
  deleteBrowserSession,
  deleteSessionOfToken,
  findAccountsOfPerson,
  findPerson,
  findSessionGrants,
  insertBrowserSession,
  listBrowserSessions,
  rotateBrowserSession,
  touchBrowserSession,
} from '#storage/accounts'
import type { BrowserSessionRow, PersonAccount, PersonRow, SessionGrants } from '#storage/accounts'
import type { Queryable, Store } from '#storage/database'
import { ownsFirstAccount } from '../accounts.ts'

/** A session ends this long after the sign-in, or after its last use. */
export const sessionLifeMs = 90 * dayMs
export const sessionIdleMs = 14 * dayMs
/** The token in the cookie is replaced this often. */
const rotationMs = dayMs
/** How exactly the last use is known. */
const touchMs = minuteMs
const tokenBytes = 32
const maxUserAgent = 300

/** Where a request comes from. */
export interface Visitor {
  readonly address: string
  readonly userAgent: string
}

export interface OpenedSession {
  readonly id: string
  /** For the cookie; only its hash is stored. */
  readonly token: string
}

/** Opens a session of a user, in the transaction that verified who it is. */
export async function openSession(
  tx: Queryable,
  opening: { readonly userId: string; readonly method: SignInMethod; readonly visitor: Visitor; readonly now: Date },
): Promise<OpenedSession> {
  const { userId, method, visitor, now } = opening
  const session = { id: timeOrderedId(now.getTime()), token: randomToken(tokenBytes) }
  await insertBrowserSession(tx, {
    id: session.id,
    userId,
    hash: hashToken(session.token),
    rotatedAt: now,
    method,
    userAgent: visitor.userAgent.slice(0, maxUserAgent),
    address: visitor.address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + sessionLifeMs),
  })
  return session
}

const limitsAt = (now: Date) => ({ now, idleSince: new Date(now.getTime() - sessionIdleMs) })

/** The session that a token is for, and notes its use; null when it has ended. */
export async function findSession(store: Store, token: string, now: Date): Promise<SessionGrants | null> {
  const session = await findSessionGrants(store.db, hashToken(token), limitsAt(now))
  if (session === null) return null
  if (now.getTime() - session.lastUsedAt.getTime() >= touchMs)
    await touchBrowserSession(store.db, { id: session.id, now, endsPrevious: !session.isPrevious })
  return session
}

/** Whether the token of a session is so old that the next response replaces it. */
export const isRotationDue = ({ rotatedAt }: Pick<SessionGrants, 'rotatedAt'>, now: Date): boolean =>
  now.getTime() - rotatedAt.getTime() >= rotationMs

/** The token that replaces an old one from now on; null when another request replaced it already. */
export async function rotateToken(
  store: Store,
  session: Pick<SessionGrants, 'id' | 'rotatedAt'>,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<string | null> {
  const { id, rotatedAt } = session
  const next = randomToken(tokenBytes)
  const change = { id, rotatedAt, from: hashToken(token), to: hashToken(next), now }
  const isRotated = await store.db.transaction((tx) => rotateBrowserSession(tx, change))
  return isRotated ? next : null
}

export interface SignedIn {
  readonly person: PersonRow | null
  readonly accounts: readonly PersonAccount[]
  /** Whether the person owns the first account. */
  readonly mayCreateAccounts: boolean
}

/** A person and their accounts; nobody for a service key. */
export async function getSignedIn(store: Store, userId: string | null): Promise<SignedIn> {
  if (userId === null) return { person: null, accounts: [], mayCreateAccounts: false }
  const [person, accounts] = await Promise.all([findPerson(store.db, userId), findAccountsOfPerson(store.db, userId)])
  const grants = accounts.map(({ id, role }) => ({ accountId: id, role }))
  const mayCreateAccounts = await ownsFirstAccount(store, grants)
  return { person, accounts, mayCreateAccounts }
}

/** The sessions of a person, the latest first; none for a service key. */
export const listSessions = async (store: Store, userId: string | null, now: Date): Promise<BrowserSessionRow[]> =>
  userId === null ? [] : listBrowserSessions(store.db, userId, limitsAt(now))

/** Ends a session of a person immediately, in every process. Throws BROWSER_SESSION_NOT_FOUND. */
export async function endSession(store: Store, userId: string | null, id: string): Promise<void> {
  const isEnded =
    userId !== null &&
    isUuid(id) &&
    (await store.db.transaction((tx) => deleteBrowserSession(tx, userId, id.toLowerCase())))
  if (!isEnded) throw new Fault('BROWSER_SESSION_NOT_FOUND')
}

/** Ends the session that a token is for, if there is one. */
export async function endSessionOfToken(store: Store, token: string): Promise<void> {
  await store.db.transaction((tx) => deleteSessionOfToken(tx, hashToken(token)))
}
