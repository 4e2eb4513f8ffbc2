import { Fault, minuteMs } from '#kernel'
import type { PersonRow } from '#storage/accounts'
import type { Store } from '#storage/database'
import { findAskingPerson } from './find-asking-person.ts'
import { listSessions } from './sessions.ts'

/** How long after a sign-in a person without a password may do what others enter theirs for. */
const freshSignInMs = 30 * minuteMs

export interface FreshRequest {
  readonly userId: string | null
  /** Null with a key. */
  readonly sessionId: string | null
  readonly nowMs: number
}

/**
 * The person who makes a request that a stolen session must not suffice for. Anyone without a password must have signed in
 * a short time ago. Throws SIGN_IN_AGAIN and what `findAskingPerson` throws.
 */
export async function findFreshPerson(
  store: Store,
  { userId, sessionId, nowMs }: FreshRequest,
  currentPassword: string | undefined,
): Promise<PersonRow> {
  const person = await findAskingPerson(store, userId, currentPassword)
  if (person.passwordHash !== null || sessionId === null) return person
  const sessions = await listSessions(store, person.id, new Date(nowMs))
  const session = sessions.find((one) => one.id === sessionId)
  if (session === undefined || session.createdAt.getTime() + freshSignInMs <= nowMs) throw new Fault('SIGN_IN_AGAIN')
  return person
}
