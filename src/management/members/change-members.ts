import { roles } from '#contract'
import type { Role } from '#contract'
import { Fault, invariant, isUuid } from '#kernel'
import { deleteMembership, findMember, lockMemberRoles, updateMemberRole } from '#storage'
import type { MemberRow, Queryable, Store } from '#storage'
import type { Caller } from '../caller.ts'

/**
 * Gives a member another role, at most that of the caller. Throws MEMBER_NOT_FOUND, MEMBER_ROLE_TOO_HIGH, and LAST_OWNER
 * when nobody would own the account any more.
 */
export function updateMember(
  store: Store,
  caller: Caller,
  { userId, role }: { readonly userId: string; readonly role: Exclude<Role, 'OWNER'> },
): Promise<MemberRow> {
  return store.db.transaction(async (tx) => {
    const id = await judgeChange(tx, caller, userId, role)
    await updateMemberRole(tx, { accountId: caller.accountId, userId: id }, role, new Date(caller.nowMs))
    const member = await findMember(tx, caller.accountId, id)
    invariant(member, 'a member who is held is there')
    return member
  })
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
