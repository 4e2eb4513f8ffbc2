import { timingSafeEqual } from 'node:crypto'
import { dayMs } from '#kernel'
import { findPeopleByEmail, findPerson } from '#storage/accounts'
import type { PersonRow } from '#storage/accounts'
import type { Store } from '#storage/database'
import { maxPeopleOfAddress } from './find-by-password.ts'

/** Browsers keep no cookie for longer. */
export const knownBrowserLifeMs = 400 * dayMs

/** The token that marks a browser in which a person has signed in, until they change their password; null without a password. */
export async function knownBrowserToken(store: Store, userId: string): Promise<string | null> {
  const person = await findPerson(store.db, userId)
  return person === null ? null : tokenOf(store, person)
}

function tokenOf({ encryption }: Store, { id, passwordHash }: PersonRow): string | null {
  if (passwordHash === null) return null
  return Buffer.from(encryption.sign(`known browser ${id} ${passwordHash}`), 'base64url').toString('hex')
}

/** The person with this address who has signed in before in the browser that sends this token; null for strangers. */
export async function findKnownPerson(store: Store, email: string, token: string | undefined): Promise<string | null> {
  if (token === undefined) return null
  const people = await findPeopleByEmail(store.db, email, maxPeopleOfAddress)
  return people.find((person) => isSame(token, tokenOf(store, person)))?.id ?? null
}

const isSame = (token: string, expected: string | null): boolean =>
  token.length === expected?.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected))
