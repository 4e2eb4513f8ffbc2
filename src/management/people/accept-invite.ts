import type { InviteAcceptanceBody, InviteOffer, InviteWay } from '#contract'
import { Fault, hashToken, randomId } from '#kernel'
import {
  findAccountsOfPerson,
  findInviteByToken,
  findMember,
  findPeopleByEmail,
  findPerson,
  insertMembership,
  insertUser,
  isAddressTaken,
  savePassword,
  takeInvite,
  updateUserEmail,
} from '#storage/accounts'
import type { InviteRow } from '#storage/accounts'
import type { Queryable, Store } from '#storage/database'
import { findByPassword } from './find-by-password.ts'
import { hashPassword } from './password-hash.ts'
import { openSession } from './sessions.ts'
import type { NewSession, SigningIn } from './sign-in.ts'

/** An address is not unique: so many users with it are tried. */
const maxPeople = 3

/** The invite of a token, and how it can be accepted. Throws INVITE_LINK_INVALID. */
export async function getInviteOffer(store: Store, token: string, now: Date): Promise<InviteOffer> {
  const invite = await findInviteByToken(store.db, hashToken(token), now)
  if (invite === null) throw new Fault('INVITE_LINK_INVALID')
  const { accountId, accountName, email, role, inviterEmail, expiresAt } = invite
  const way = await wayOf(store.db, invite)
  return { accountId, accountName, email, role, inviterEmail, expiresAt: expiresAt.toISOString(), way }
}

/** How an address accepts. Who proves that it is theirs is not kept from it by somebody who never has. */
async function wayOf(db: Queryable, { email, provesAddress }: Proof): Promise<InviteWay> {
  const holders = await findPeopleByEmail(db, email, maxPeople)
  const people = holders.filter(({ isEmailVerified }) => isEmailVerified || !provesAddress)
  if (people.some(({ passwordHash }) => passwordHash !== null)) return 'PASSWORD'
  const accounts = await Promise.all(people.map(({ id }) => findAccountsOfPerson(db, id)))
  return accounts.some((theirs) => theirs.length > 0) ? 'SIGN_IN' : 'NEW'
}

type Proof = Pick<InviteRow, 'email' | 'provesAddress'>

/**
 * Accepts an invite with a password: that of a person who has the address, or the first one of a new person. Throws
 * INVITE_LINK_INVALID, INVITE_NEEDS_SIGN_IN, SIGN_IN_FAILED, MEMBER_EXISTS and TOO_MANY_PASSWORDS.
 */
export async function acceptInvite(
  store: Store,
  { token, name, password }: InviteAcceptanceBody,
  { visitor, now }: SigningIn,
): Promise<NewSession> {
  const tokenHash = hashToken(token)
  const offered = await findInviteByToken(store.db, tokenHash, now)
  if (offered === null) throw new Fault('INVITE_LINK_INVALID')
  const { email, provesAddress: isEmailVerified } = offered
  const way = await wayOf(store.db, offered)
  if (way === 'SIGN_IN') throw new Fault('INVITE_NEEDS_SIGN_IN')
  const known = await findByPassword(store.db, { email, password })
  if (way === 'PASSWORD' && known === null) throw new Fault('SIGN_IN_FAILED')
  const hash = known === null ? await hashPassword({ password, person: email }) : null
  return store.db.transaction(async (tx) => {
    const userId = known?.id ?? randomId()
    if (hash !== null) {
      await assertNew(tx, { userId, tokenHash, offered, now })
      await insertUser(tx, {
        id: userId,
        name: name?.trim() || localPart(email),
        email,
        isEmailVerified,
        createdAt: now,
      })
      await savePassword(tx, { userId, hash, updatedAt: now })
    }
    await join(tx, tokenHash, userId, now)
    return { userId, ...(await openSession(tx, { userId, method: 'PASSWORD', visitor, now })) }
  })
}

/** Somebody may have become the person of this address since the way was found, by the invite of another account. */
async function assertNew(
  tx: Queryable,
  { userId, tokenHash, offered, now }: { userId: string; tokenHash: Buffer; offered: Proof; now: Date },
): Promise<void> {
  const { email, provesAddress: isVerified } = offered
  if (!(await isAddressTaken(tx, userId, { email, isVerified }))) return
  if ((await findInviteByToken(tx, tokenHash, now)) === null) throw new Fault('INVITE_LINK_INVALID')
  const way = await wayOf(tx, offered)
  if (way !== 'NEW') throw new Fault(way === 'PASSWORD' ? 'SIGN_IN_FAILED' : 'INVITE_NEEDS_SIGN_IN')
}

const localPart = (email: string): string => email.split('@', 1)[0] ?? email

/** Accepts an invite as a person who is signed in. Throws PERSON_REQUIRED, INVITE_LINK_INVALID and MEMBER_EXISTS. */
export async function joinByInvite(
  store: Store,
  { token, userId, now }: { readonly token: string; readonly userId: string | null; readonly now: Date },
): Promise<void> {
  if (userId === null) throw new Fault('PERSON_REQUIRED')
  await store.db.transaction((tx) => join(tx, hashToken(token), userId, now))
}

/** Takes the invite and makes the membership, both or neither. */
async function join(tx: Queryable, tokenHash: Buffer, userId: string, now: Date): Promise<void> {
  const invite = await takeInvite(tx, tokenHash, now)
  if (invite === null) throw new Fault('INVITE_LINK_INVALID')
  const { accountId, role } = invite
  const member = await findMember(tx, accountId, userId)
  if (member !== null) throw new Fault('MEMBER_EXISTS', { values: { email: member.email ?? '' } })
  await noteProof(tx, invite, userId)
  await insertMembership(tx, { accountId, userId, role, createdAt: now })
}

/** Anyone who has the link that was mailed to their own address has proven that it is theirs. */
async function noteProof(tx: Queryable, { email, provesAddress }: Proof, userId: string): Promise<void> {
  const person = await findPerson(tx, userId)
  const isTheirs = person?.email.toLowerCase() === email.toLowerCase() && !person.isEmailVerified
  if (!provesAddress || !isTheirs || (await isAddressTaken(tx, userId, { email, isVerified: true }))) return
  await updateUserEmail(tx, userId, { email: person.email, isVerified: true })
}
