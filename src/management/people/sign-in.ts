import { Fault, hashToken, minuteMs, randomToken } from '#kernel'
import { deleteBrowserSessions, replaceSignInLink, savePassword, takeSignInLink } from '#storage/accounts'
import type { Store } from '#storage/database'
import { findAskingPerson } from './find-asking-person.ts'
import { findByPassword } from './find-by-password.ts'
import { hashPassword } from './password-hash.ts'
import { openSession } from './sessions.ts'
import type { OpenedSession, Visitor } from './sessions.ts'

/** How long a link can be used. */
export const linkLifeMs = 30 * minuteMs
const tokenBytes = 32

export interface SigningIn {
  readonly visitor: Visitor
  readonly now: Date
}

export interface NewSession extends OpenedSession {
  readonly userId: string
}

/** Opens a session for the person who has this address and this password. Throws SIGN_IN_FAILED and TOO_MANY_PASSWORDS. */
export async function signInWithPassword(
  store: Store,
  { email, password }: { readonly email: string; readonly password: string },
  { visitor, now }: SigningIn,
): Promise<NewSession> {
  const person = await findByPassword(store.db, { email, password })
  if (person === null) throw new Fault('SIGN_IN_FAILED')
  const { id: userId } = person
  return store.db.transaction(async (tx) => ({
    userId,
    ...(await openSession(tx, { userId, method: 'PASSWORD', visitor, now })),
  }))
}

/** Makes the token of a link that signs a user in once; the links before end. */
export async function createSignInLink(store: Store, userId: string, now: Date): Promise<string> {
  const token = randomToken(tokenBytes)
  const expiresAt = new Date(now.getTime() + linkLifeMs)
  await store.db.transaction((tx) =>
    replaceSignInLink(tx, { hash: hashToken(token), userId, createdAt: now, expiresAt }),
  )
  return token
}

/** Opens a session with the token of a link, which cannot be used again. Throws SIGN_IN_LINK_INVALID. */
export const signInWithLink = (store: Store, token: string, { visitor, now }: SigningIn): Promise<NewSession> =>
  store.db.transaction(async (tx) => {
    const userId = await takeSignInLink(tx, hashToken(token), now)
    if (userId === null) throw new Fault('SIGN_IN_LINK_INVALID')
    return { userId, ...(await openSession(tx, { userId, method: 'LINK', visitor, now })) }
  })

export interface PasswordChange {
  readonly userId: string | null
  readonly password: string
  readonly currentPassword?: string | undefined
  /** The session that goes on; the others of the person end. Null with a key. */
  readonly sessionId: string | null
  readonly now: Date
}

/** Sets the password of a person. Throws what `findAskingPerson` throws. */
export async function setPassword(store: Store, change: PasswordChange): Promise<void> {
  const { userId, password, currentPassword, sessionId, now } = change
  const person = await findAskingPerson(store, userId, currentPassword)
  const hash = await hashPassword({ password, person: person.id })
  await store.db.transaction(async (tx) => {
    await savePassword(tx, { userId: person.id, hash, updatedAt: now })
    await deleteBrowserSessions(tx, person.id, sessionId)
  })
}
