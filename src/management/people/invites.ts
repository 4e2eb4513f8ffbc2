import type { InviteAcceptanceBody, InviteBody, InviteOffer, InviteWay } from '#contract'
import { Fault, dayMs, hashToken, isUuid, randomId, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteInvite,
  findAccountsOfPerson,
  findInviteByToken,
  findMember,
  findPeopleByEmail,
  findPerson,
  insertInvite,
  insertMembership,
  insertUser,
  isAddressTaken,
  isMemberAddress,
  listInvites as listStoredInvites,
  renewInvite as renewStoredInvite,
  savePassword,
  takeInvite,
  updateUserEmail,
} from '#storage'
import type { InviteRow, InviteToken, Queryable, Store } from '#storage'
import { findByPassword } from './find-by-password.ts'
import { newToken } from './new-token.ts'
import type { Requester } from './new-token.ts'
import { hashPassword } from './password-hash.ts'
import { openSession } from './sessions.ts'
import type { NewSession, SigningIn } from './sign-in.ts'

/** How long the link of an invite can be used. */
export const inviteLifeMs = 7 * dayMs
/** An address is not unique: so many users with it are tried. */
const maxPeople = 3

export interface MadeInvite {
  readonly row: InviteRow
  /** For the link; only its hash is stored, and until it was mailed, encrypted, itself. */
  readonly token: string
}

export interface NewInvitation extends InviteBody {
  readonly sendMail: boolean
  readonly inviter: Requester
}

export const listInvites = (store: Store, { accountId }: Caller): Promise<InviteRow[]> =>
  listStoredInvites(store.db, accountId)

/** Invites an address. Throws MEMBER_EXISTS and INVITE_EXISTS. */
export async function createInvite(store: Store, caller: Caller, invitation: NewInvitation): Promise<MadeInvite> {
  const { email, role, sendMail, inviter: by } = invitation
  const { accountId, nowMs } = caller
  const { token, stored } = issueToken(store, { by, nowMs, sendMail })
  const row = await store.db.transaction(async (tx) => {
    if (await isMemberAddress(tx, accountId, email)) throw new Fault('MEMBER_EXISTS', { values: { email } })
    const inviter = by.userId === null ? null : await findPerson(tx, by.userId)
    return insertInvite(tx, {
      ...stored,
      accountId,
      id: timeOrderedId(nowMs),
      email,
      role,
      inviterEmail: inviter?.email ?? '',
    })
  })
  if (row === null) throw new Fault('INVITE_EXISTS', { values: { email } })
  return { row, token }
}

/** Replaces the link of an invite, in force or expired. Throws INVITE_NOT_FOUND. */
export async function renewInvite(
  store: Store,
  { accountId, nowMs }: Caller,
  renewal: { readonly id: string; readonly sendMail: boolean; readonly inviter: Requester },
): Promise<MadeInvite> {
  const { id, sendMail, inviter: by } = renewal
  const { token, stored } = issueToken(store, { by, nowMs, sendMail })
  const one = { accountId, id: id.toLowerCase() }
  const row = isUuid(id) ? await store.db.transaction((tx) => renewStoredInvite(tx, one, stored)) : null
  if (row === null) throw new Fault('INVITE_NOT_FOUND')
  return { row, token }
}

/** Throws INVITE_NOT_FOUND. */
export async function revokeInvite(store: Store, { accountId }: Caller, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteInvite(store.db, accountId, id.toLowerCase()))) throw new Fault('INVITE_NOT_FOUND')
}

interface Issue {
  readonly by: Requester
  readonly nowMs: number
  readonly sendMail: boolean
}

function issueToken(store: Store, { by, nowMs, sendMail }: Issue): { token: string; stored: InviteToken } {
  const { token, ...hashes } = newToken(store, sendMail)
  const stored = {
    ...hashes,
    inviterId: by.userId,
    inviterKeyId: by.keyId,
    expiresAt: new Date(nowMs + inviteLifeMs),
    now: new Date(nowMs),
  }
  return { token, stored }
}

/** What the invite of a token offers, and how it can be accepted. Throws INVITE_LINK_INVALID. */
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

/** Whoever has the link that was mailed to their own address has proven that it is theirs. */
async function noteProof(tx: Queryable, { email, provesAddress }: Proof, userId: string): Promise<void> {
  const person = await findPerson(tx, userId)
  const isTheirs = person?.email.toLowerCase() === email.toLowerCase() && !person.isEmailVerified
  if (!provesAddress || !isTheirs || (await isAddressTaken(tx, userId, { email, isVerified: true }))) return
  await updateUserEmail(tx, userId, { email: person.email, isVerified: true })
}
