import { Fault, dayMs, hashToken } from '#kernel'
import {
  deleteAddressChange,
  findAddressChange,
  findPerson,
  isAddressTaken,
  saveAddressChange,
  takeAddressChange,
  updateUserEmail,
} from '#storage/accounts'
import type { AddressChangeRow } from '#storage/accounts'
import type { Queryable, Store } from '#storage/database'
import { findFreshPerson } from './find-fresh-person.ts'
import type { FreshRequest } from './find-fresh-person.ts'
import { newToken } from './new-token.ts'
import type { Requester } from './new-token.ts'

/** How long the link that confirms a new address can be used. */
export const addressChangeLifeMs = dayMs

export interface AddressRequest {
  readonly userId: string
  readonly email: string
  readonly sendMail: boolean
  /** The account whose admin asks, and who; nothing of both when the person does. */
  readonly accountId: string | null
  readonly by: Requester
  readonly nowMs: number
}

/**
 * Has an address wait until it is confirmed, in the transaction that decided that it may be asked for; answers the token of
 * the link. The present address, unless a mail can verify it, ends a change that waits, and answers null. Nobody else is
 * kept from an address that only waits. Throws PERSON_REQUIRED and MEMBER_ADDRESS_TAKEN.
 */
export async function requestAddress(tx: Queryable, store: Store, request: AddressRequest): Promise<string | null> {
  const { userId, email, accountId, by, nowMs, sendMail } = request
  const person = await findPerson(tx, userId)
  if (person === null) throw new Fault('PERSON_REQUIRED')
  const { isEmailVerified } = person
  if (person.email.toLowerCase() === email.toLowerCase() && (isEmailVerified || !sendMail)) {
    await deleteAddressChange(tx, userId)
    if (person.email !== email) await updateUserEmail(tx, userId, { email, isVerified: isEmailVerified })
    return null
  }
  await assertFree(tx, userId, { email, isVerified: sendMail })
  const { token, ...stored } = newToken(store, sendMail)
  await saveAddressChange(tx, {
    ...stored,
    userId,
    email,
    accountId,
    requesterId: by.userId,
    requesterKeyId: by.keyId,
    now: new Date(nowMs),
    expiresAt: new Date(nowMs + addressChangeLifeMs),
  })
  return token
}

async function assertFree(
  tx: Queryable,
  userId: string,
  address: { readonly email: string; readonly isVerified: boolean },
): Promise<void> {
  if (await isAddressTaken(tx, userId, address))
    throw new Fault('MEMBER_ADDRESS_TAKEN', { values: { email: address.email } })
}

const themselves = { accountId: null, by: { userId: null, keyId: null } }

export interface PersonAddress {
  readonly email: string | null
  readonly pending: AddressChangeRow | null
}

/** The address of a person and the one that waits, in force or expired; none of a service key. */
export async function getEmailAddress({ db }: Store, userId: string | null): Promise<PersonAddress> {
  if (userId === null) return { email: null, pending: null }
  const [person, pending] = await Promise.all([findPerson(db, userId), findAddressChange(db, userId)])
  return { email: person?.email ?? null, pending }
}

export interface OwnAddressRequest extends Pick<AddressRequest, 'email' | 'sendMail'>, FreshRequest {
  readonly currentPassword?: string | undefined
}

/**
 * Asks for another address of the person who asks; answers the token of the link. One that waits already is asked for again
 * without the password. Throws SIGN_IN_AGAIN and what `findFreshPerson` and `requestAddress` throw.
 */
export async function changeEmailAddress(store: Store, request: OwnAddressRequest): Promise<string | null> {
  const { email, currentPassword } = request
  const pending = request.userId === null ? null : await findAddressChange(store.db, request.userId)
  const isKnown = pending?.email.toLowerCase() === email.toLowerCase()
  const userId = isKnown ? pending.userId : (await findFreshPerson(store, request, currentPassword)).id
  const { sendMail, nowMs } = request
  return store.db.transaction((tx) => requestAddress(tx, store, { email, sendMail, nowMs, userId, ...themselves }))
}

/** Throws PERSON_REQUIRED. */
export async function withdrawEmailAddress(store: Store, userId: string | null): Promise<void> {
  if (userId === null) throw new Fault('PERSON_REQUIRED')
  await store.db.transaction((tx) => deleteAddressChange(tx, userId))
}

/**
 * Makes an address the one of its person with the token of its link, and answers it. Throws ADDRESS_LINK_INVALID, and
 * MEMBER_ADDRESS_TAKEN when it has become that of another person meanwhile.
 */
export const confirmEmailAddress = (store: Store, token: string, now: Date): Promise<string> =>
  store.db.transaction(async (tx) => {
    const change = await takeAddressChange(tx, hashToken(token), now)
    if (change === null) throw new Fault('ADDRESS_LINK_INVALID')
    const { userId, email, provesAddress: isVerified } = change
    await assertFree(tx, userId, { email, isVerified })
    await updateUserEmail(tx, userId, { email, isVerified })
    return email
  })
