import { roles } from '#contract'
import type { MemberUpdateBody, Role } from '#contract'
import { Fault, invariant, isUuid } from '#kernel'
import {
  deleteMembership,
  findMember,
  hasOtherAccounts,
  lockMemberRoles,
  updateMemberRole,
  updateUserEmail,
} from '#storage'
import type { MemberRow, Membership, Queryable, Store } from '#storage'
import type { Caller } from '../caller.ts'

export interface MemberChange extends MemberUpdateBody {
  readonly userId: string
  /** The user of the key; null for service keys. */
  readonly callerUserId: string | null
}

/**
 * Gives a member another role, at most that of the caller, or another address, or both. Throws MEMBER_NOT_FOUND,
 * MEMBER_ROLE_TOO_HIGH, MEMBER_ADDRESS_NOT_YOURS, and LAST_OWNER when nobody would own the account any more.
 */
export function updateMember(store: Store, caller: Caller, change: MemberChange): Promise<MemberRow> {
  const { role, email } = change
  return store.db.transaction(async (tx) => {
    const id =
      role === undefined ? await memberId(tx, caller, change) : await judgeChange(tx, caller, change.userId, role)
    const one = { accountId: caller.accountId, userId: id }
    if (email !== undefined) await changeAddress(tx, one, email, change.callerUserId)
    if (role !== undefined) await updateMemberRole(tx, one, role, new Date(caller.nowMs))
    const member = await findMember(tx, caller.accountId, id)
    invariant(member, 'a member who is held is there')
    return member
  })
}

async function memberId(tx: Queryable, caller: Caller, { userId, callerUserId }: MemberChange): Promise<string> {
  const id = userId.toLowerCase()
  const members = isUuid(id) ? await lockMemberRoles(tx, caller.accountId) : new Map<string, Role>()
  const role = members.get(id)
  if (role === undefined) throw new Fault('MEMBER_NOT_FOUND')
  if (id !== callerUserId && rankOf(role) > rankOf(caller.role))
    throw new Fault('MEMBER_ROLE_TOO_HIGH', { values: { role: caller.role } })
  return id
}

/** An address is the user's in all accounts, so that nobody else changes it for the others. */
async function changeAddress(
  tx: Queryable,
  one: Membership,
  email: string,
  callerUserId: string | null,
): Promise<void> {
  if (one.userId !== callerUserId && (await hasOtherAccounts(tx, one))) throw new Fault('MEMBER_ADDRESS_NOT_YOURS')
  await updateUserEmail(tx, one.userId, email)
}

/** Ends a membership, and with it the keys of the user for this account. Throws what `updateMember` throws. */
export async function removeMember(store: Store, caller: Caller, userId: string): Promise<void> {
  await store.db.transaction(async (tx) => {
    const id = await judgeChange(tx, caller, userId, null)
    await deleteMembership(tx, { accountId: caller.accountId, userId: id }, new Date(caller.nowMs))
  })
}

/** The id of the member, when the caller may change them; `given` is null when they are to leave. */
async function judgeChange(tx: Queryable, caller: Caller, userId: string, given: Role | null): Promise<string> {
  const id = userId.toLowerCase()
  const members = isUuid(id) ? await lockMemberRoles(tx, caller.accountId) : new Map<string, Role>()
  const member = members.get(id)
  if (member === undefined) throw new Fault('MEMBER_NOT_FOUND')
  if (rankOf(member) > rankOf(caller.role) || (given !== null && rankOf(given) > rankOf(caller.role)))
    throw new Fault('MEMBER_ROLE_TOO_HIGH', { values: { role: caller.role } })
  const owners = [...members.values()].filter((role) => role === 'OWNER').length
  if (member === 'OWNER' && owners === 1) throw new Fault('LAST_OWNER')
  return id
}

const rankOf = (role: Role): number => roles.indexOf(role)
