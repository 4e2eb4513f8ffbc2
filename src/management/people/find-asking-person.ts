import { Fault } from '#kernel'
import { findPerson } from '#storage/accounts'
import type { PersonRow } from '#storage/accounts'
import type { Store } from '#storage/database'
import { isPassword } from './password-hash.ts'

/**
 * The person who makes a request that a stolen session must not suffice for. A person with a password must enter it. Throws
 * PERSON_REQUIRED for service keys, PASSWORD_WRONG and TOO_MANY_PASSWORDS.
 */
export async function findAskingPerson(
  store: Store,
  userId: string | null,
  currentPassword: string | undefined,
): Promise<PersonRow> {
  const person = userId === null ? null : await findPerson(store.db, userId)
  if (person === null) throw new Fault('PERSON_REQUIRED')
  const { id, passwordHash } = person
  if (passwordHash === null) return person
  if (currentPassword !== undefined && (await isPassword({ password: currentPassword, person: id }, passwordHash)))
    return person
  throw new Fault('PASSWORD_WRONG')
}
