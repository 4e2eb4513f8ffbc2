import { Fault, hashToken, isUuid, randomToken, timeOrderedId } from '#kernel'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  lockPasskeys,
  renamePasskey,
  takePasskeyChallenge,
  usePasskey,
} from '#storage/accounts'
import type { ChallengeOwner, PasskeyRow, PersonRow } from '#storage/accounts'
import type { Store } from '#storage/database'
import { findAskingPerson } from './find-asking-person.ts'
import { openSession } from './sessions.ts'
import type { NewSession, SigningIn } from './sign-in.ts'

/** More than anybody has devices; a person who has them all is asked to remove one. */
export const maxPasskeys = 50
const challengeBytes = 32

export const nobody: ChallengeOwner = { userId: null, sessionId: null }

/** Makes a number that an authenticator signs once, for every process to remember. */
export async function createPasskeyChallenge(
  store: Store,
  owner: ChallengeOwner,
  { now, lifeMs }: { readonly now: Date; readonly lifeMs: number },
): Promise<string> {
  const challenge = Buffer.from(randomToken(challengeBytes), 'hex').toString('base64url')
  const expiresAt = new Date(now.getTime() + lifeMs)
  await insertPasskeyChallenge(store.db, { ...owner, hash: hashToken(challenge), now, expiresAt })
  return challenge
}

/** Uses a challenge up. Throws PASSKEY_CHALLENGE_ENDED when it is unknown, used, expired or of somebody else. */
export async function takeChallenge(
  store: Store,
  owner: ChallengeOwner,
  { challenge, now }: { readonly challenge: string | null; readonly now: Date },
): Promise<string> {
  if (challenge === null || !(await takePasskeyChallenge(store.db, { ...owner, hash: hashToken(challenge), now })))
    throw new Fault('PASSKEY_CHALLENGE_ENDED')
  return challenge
}

/** The person who may add a passkey, and those they have. Throws PASSKEYS_FULL and what `findAskingPerson` throws. */
export async function findAddingPerson(
  store: Store,
  userId: string | null,
  currentPassword: string | undefined,
): Promise<{ readonly person: PersonRow; readonly passkeys: readonly PasskeyRow[] }> {
  const person = await findAskingPerson(store, userId, currentPassword)
  const passkeys = await listPasskeys(store.db, person.id)
  if (passkeys.length >= maxPasskeys) throw new Fault('PASSKEYS_FULL', { values: { max: maxPasskeys } })
  return { person, passkeys }
}

type NewPasskey = Omit<PasskeyRow, 'id' | 'createdAt' | 'lastUsedAt'>

/** Adds a verified passkey. Throws PASSKEYS_FULL and PASSKEY_EXISTS. */
export const addPasskey = (store: Store, passkey: NewPasskey, now: Date): Promise<PasskeyRow> =>
  store.db.transaction(async (tx) => {
    await lockPasskeys(tx, passkey.userId)
    const { length } = await listPasskeys(tx, passkey.userId)
    if (length >= maxPasskeys) throw new Fault('PASSKEYS_FULL', { values: { max: maxPasskeys } })
    const row = { ...passkey, id: timeOrderedId(now.getTime()), createdAt: now, lastUsedAt: null }
    if (!(await insertPasskey(tx, row))) throw new Fault('PASSKEY_EXISTS')
    return row
  })

/** The passkey with which somebody wants to sign in. Throws PASSKEY_UNKNOWN. */
export async function findCredential(store: Store, credentialId: Buffer): Promise<PasskeyRow> {
  const passkey = await findPasskey(store.db, credentialId)
  if (passkey === null) throw new Fault('PASSKEY_UNKNOWN')
  return passkey
}

/** Opens a session for the person of a verified passkey. Throws PASSKEY_REJECTED when another use has counted as far. */
export const signInWithPasskey = (
  store: Store,
  use: { readonly passkey: PasskeyRow; readonly signCount: number; readonly isSynced: boolean },
  { visitor, now }: SigningIn,
): Promise<NewSession> =>
  store.db.transaction(async (tx) => {
    const { passkey, signCount, isSynced } = use
    if (!(await usePasskey(tx, { id: passkey.id, signCount, isSynced, now })))
      throw new Fault('PASSKEY_REJECTED', { values: { problem: 'it was used or removed at the same time; try again' } })
    const { userId } = passkey
    return { userId, ...(await openSession(tx, { userId, method: 'PASSKEY', visitor, now })) }
  })

/** None for a service key. */
export const passkeysOf = async (store: Store, userId: string | null): Promise<PasskeyRow[]> =>
  userId === null ? [] : listPasskeys(store.db, userId)

/** Throws PASSKEY_NOT_FOUND. */
export async function changePasskeyName(
  store: Store,
  userId: string | null,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<PasskeyRow> {
  const renamed =
    userId === null || !isUuid(id) ? null : await store.db.transaction((tx) => renamePasskey(tx, { userId, id, name }))
  if (renamed === null) throw new Fault('PASSKEY_NOT_FOUND')
  return renamed
}

/** Throws PASSKEY_NOT_FOUND. */
export async function removePasskey(store: Store, userId: string | null, id: string): Promise<void> {
  const isRemoved = userId !== null && isUuid(id) && (await store.db.transaction((tx) => deletePasskey(tx, userId, id)))
  if (!isRemoved) throw new Fault('PASSKEY_NOT_FOUND')
}
