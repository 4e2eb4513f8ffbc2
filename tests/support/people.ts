import type { Role } from '#contract'
import type { Clock } from '#kernel'
import { hashToken, randomId, randomToken, timeOrderedId } from '#kernel'
import { sessionLifeMs } from '#management'
import { insertBrowserSession, insertMembership, insertUser } from '#storage/accounts'
import type { Database } from '#storage/database'

const sessionTokenBytes = 32

interface Installation {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}

/** Makes a person who belongs to an account with a role; their id. */
export async function addMember({ db, clock }: Installation, accountId: string, role: Role): Promise<string> {
  const [userId, createdAt] = [randomId(), new Date(clock.now())]
  await insertUser(db, { id: userId, name: role, email: `${userId}@mail.example`, createdAt })
  await insertMembership(db, { accountId, userId, role, createdAt })
  return userId
}

/** Signs a person in; the value of the cookie `belfry_session`. */
export async function openSession({ db, clock }: Installation, userId: string): Promise<string> {
  const [token, now] = [randomToken(sessionTokenBytes), new Date(clock.now())]
  await insertBrowserSession(db, {
    id: timeOrderedId(clock.now()),
    userId,
    hash: hashToken(token),
    rotatedAt: now,
    method: 'LINK',
    userAgent: 'Chromium of a test',
    address: '127.0.0.1',
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(clock.now() + sessionLifeMs),
  })
  return token
}
