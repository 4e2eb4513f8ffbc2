import { countSharedAddresses, findPeopleByEmail } from '#storage/accounts'
import type { PersonRow } from '#storage/accounts'
import type { Queryable } from '#storage/database'
import { isPassword } from './password-hash.ts'

/** Several people may have one address from before; so many of them are tried, those with a password first. */
export const maxPeopleOfAddress = 10

/**
 * Who has this address and this password; null for nobody. As many passwords are hashed for every address, known or not, as
 * people with a password share the most shared one of the installation: one where nobody shares any. So time tells neither
 * whether an address is known nor how many have it. Throws TOO_MANY_PASSWORDS.
 */
export async function findByPassword(
  db: Queryable,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<PersonRow | null> {
  const [people, most] = await Promise.all([
    findPeopleByEmail(db, email, maxPeopleOfAddress),
    countSharedAddresses(db, maxPeopleOfAddress),
  ])
  let found: PersonRow | null = null
  for (const person of candidatesFor(people, most)) {
    const isTheirs = await isPassword({ password, person: email.toLowerCase() }, person?.passwordHash ?? null)
    if (isTheirs) found ??= person
  }
  return found
}

/** The people with a password, filled up to `most` with nobody. */
function candidatesFor(people: readonly PersonRow[], most: number): (PersonRow | null)[] {
  const withPassword = people.filter(({ passwordHash }) => passwordHash !== null)
  const length = Math.max(most, withPassword.length)
  return Array.from({ length }, (_, index) => withPassword[index] ?? null)
}
