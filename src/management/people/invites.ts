import type { InviteBody } from '#contract'
import { Fault, dayMs, isUuid, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteInvite,
  findPerson,
  insertInvite,
  isMemberAddress,
  listInvites as listStoredInvites,
  renewInvite as renewStoredInvite,
} from '#storage/accounts'
import type { InviteRow, InviteToken } from '#storage/accounts'
import type { Store } from '#storage/database'
import { newToken } from './new-token.ts'
import type { Requester } from './new-token.ts'

/** How long the link of an invite can be used. */
export const inviteLifeMs = 7 * dayMs

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
