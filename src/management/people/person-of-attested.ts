import type { Role } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import {
  deleteBrowserSessions,
  deleteOwnCredentials,
  findPeopleByEmail,
  insertIdentity,
  insertUser,
  lockAddress,
  lockMemberRoles,
  updateUserEmail,
  useIdentity,
} from '#storage/accounts'
import type { PersonRow } from '#storage/accounts'
import type { Queryable } from '#storage/database'
import { maxPeopleOfAddress } from './find-by-password.ts'

/** Who the provider says came back. */
export interface Attested {
  readonly issuer: string
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly groups: readonly string[] | null
}

interface Joining {
  readonly accountId: string
  readonly isNewAllowed: boolean
  readonly signedInUserId: string | null
  readonly now: Date
}

/** The user of an identity, linked or created when it comes for the first time; null when that is not allowed. */
export async function personOfAttested(
  tx: Queryable,
  attested: Attested,
  { accountId, isNewAllowed, signedInUserId, now }: Joining,
) {
  const known = await useIdentity(tx, attested, now)
  if (known !== null) return known
  const email = verifiedAddressOf(attested)
  // In the order in which an admin who changes an address locks them.
  const members = await lockMemberRoles(tx, accountId)
  await lockAddress(tx, email)
  const holder = await holderOf(tx, { email, members, signedInUserId })
  if (holder === null && !isNewAllowed) return null
  const userId = holder?.id ?? timeOrderedId(now.getTime())
  if (holder === null)
    await insertUser(tx, { id: userId, name: attested.name ?? email, email, isEmailVerified: true, createdAt: now })
  else if (!holder.isEmailVerified) await proveAddress(tx, userId, email)
  await insertIdentity(tx, attested, { userId, now })
  return userId
}

function verifiedAddressOf({ email, isEmailVerified }: Attested): string {
  if (email === null || !isEmailVerified) throw new Fault('OIDC_EMAIL_UNVERIFIED')
  return email
}

interface Holding {
  readonly email: string
  /** Of the account, by user id. */
  readonly members: ReadonlyMap<string, Role>
}

/** Whose address it is to be linked with; null for nobody's. A person who has proven that it is theirs links it themselves. */
async function holderOf(
  tx: Queryable,
  { email, members, signedInUserId }: Pick<Joining, 'signedInUserId'> & Holding,
): Promise<PersonRow | null> {
  const people = await findPeopleByEmail(tx, email, maxPeopleOfAddress)
  const verified = people.find(({ isEmailVerified }) => isEmailVerified)
  const own = people.find(({ id }) => id === signedInUserId)
  if (own !== undefined && (verified === undefined || verified.id === own.id)) return own
  if (verified !== undefined) throw new Fault('OIDC_SIGN_IN_TO_LINK', { values: { email } })
  const [member = null, ...others] = people.filter(({ id }) => members.has(id))
  if (others.length > 0) throw new Fault('OIDC_ADDRESS_SHARED', { values: { email } })
  return member
}

/** Anyone who wrote this address into the user may not have owned it: what they know or hold must not stay of use. */
async function proveAddress(tx: Queryable, userId: string, email: string): Promise<void> {
  await updateUserEmail(tx, userId, { email, isVerified: true })
  await deleteOwnCredentials(tx, userId)
  await deleteBrowserSessions(tx, userId, null)
}
