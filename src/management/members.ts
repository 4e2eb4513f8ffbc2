import { roles } from '#contract'
import type { MemberUpdateBody, Role } from '#contract'
import { Fault, invariant, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteMembership,
  findMember,
  hasOtherAccounts,
  isAddressTaken,
  listMembers as listStoredMembers,
  lockMemberRoles,
  updateMemberRole,
  updateUserEmail,
} from '#storage'
import type { MemberFilter, MemberRow, Membership, Queryable, Store } from '#storage'

/** The caller who manages members, with their role in the account. */
export interface MemberManager extends Caller {
  readonly role: Role
}

export interface MemberChange extends MemberUpdateBody {
  readonly userId: string
  /** The user of the key; null for service keys. */
  readonly callerUserId: string | null
}

/**
 * Changes the role of a member, at most to that of the caller, or the address, or both. Throws MEMBER_NOT_FOUND,
 * MEMBER_ROLE_TOO_HIGH, MEMBER_ADDRESS_NOT_YOURS, MEMBER_ADDRESS_TAKEN, and LAST_OWNER when the account would have no owner left.
 */
export function updateMember(store: Store, caller: MemberManager, change: MemberChange): Promise<MemberRow> {
  const { role, email } = change
  return store.db.transaction(async (tx) => {
    const id =
      role === undefined ? await memberId(tx, caller, change) : await assertChangeable(tx, caller, change.userId, role)
    const one = { accountId: caller.accountId, userId: id }
    if (email !== undefined) await changeAddress(tx, one, email, change.callerUserId)
    if (role !== undefined) await updateMemberRole(tx, one, role, new Date(caller.nowMs))
    const member = await findMember(tx, caller.accountId, id)
    invariant(member, 'a member who is held is there')
    return member
  })
}

async function memberId(tx: Queryable, caller: MemberManager, { userId, callerUserId }: MemberChange): Promise<string> {
  const { id, role } = await lockedMember(tx, caller.accountId, userId)
  if (id !== callerUserId && rankOf(role) > rankOf(caller.role))
    throw new Fault('MEMBER_ROLE_TOO_HIGH', { values: { role: caller.role } })
  return id
}

/**
 * An address is the user's in all accounts, so that only the user changes it, and it signs one person in: with that of
 * somebody else, of whatever account, an admin would get in the way of their sign-in and of invites to them.
 */
async function changeAddress(
  tx: Queryable,
  one: Membership,
  email: string,
  callerUserId: string | null,
): Promise<void> {
  if (one.userId !== callerUserId && (await hasOtherAccounts(tx, one))) throw new Fault('MEMBER_ADDRESS_NOT_YOURS')
  if (await isAddressTaken(tx, one.userId, email)) throw new Fault('MEMBER_ADDRESS_TAKEN', { values: { email } })
  await updateUserEmail(tx, one.userId, email)
}

/** Ends a membership, and with it the keys of the user for this account. Throws what `updateMember` throws. */
export async function removeMember(store: Store, caller: MemberManager, userId: string): Promise<void> {
  await store.db.transaction(async (tx) => {
    const id = await assertChangeable(tx, caller, userId, null)
    await deleteMembership(tx, { accountId: caller.accountId, userId: id }, new Date(caller.nowMs))
  })
}

/** The id of the member, when the caller may change them; `given` is null when the member is removed. */
async function assertChangeable(
  tx: Queryable,
  caller: MemberManager,
  userId: string,
  given: Role | null,
): Promise<string> {
  const { id, role: member, members } = await lockedMember(tx, caller.accountId, userId)
  if (rankOf(member) > rankOf(caller.role) || (given !== null && rankOf(given) > rankOf(caller.role)))
    throw new Fault('MEMBER_ROLE_TOO_HIGH', { values: { role: caller.role } })
  const owners = [...members.values()].filter((role) => role === 'OWNER').length
  if (member === 'OWNER' && owners === 1) throw new Fault('LAST_OWNER')
  return id
}

/** A member with all members of the account, locked. Throws MEMBER_NOT_FOUND. */
async function lockedMember(tx: Queryable, accountId: string, userId: string) {
  const id = userId.toLowerCase()
  const members = isUuid(id) ? await lockMemberRoles(tx, accountId) : new Map<string, Role>()
  const role = members.get(id)
  if (role === undefined) throw new Fault('MEMBER_NOT_FOUND')
  return { id, role, members }
}

const rankOf = (role: Role): number => roles.indexOf(role)

export interface MemberQuery {
  readonly search?: string | undefined
  readonly type?: MemberRow['kind'] | undefined
  readonly role?: Role | undefined
  readonly status?: 'ACTIVE' | 'PENDING' | 'EXPIRED' | undefined
  readonly limit: number
  readonly nextId?: string | undefined
}

/** Members and open or expired invites, in the order in which they came; `nextId` is null at the end. Throws CURSOR_INVALID. */
export async function listMembers(
  store: Store,
  caller: Caller,
  query: MemberQuery,
): Promise<{ items: MemberRow[]; nextId: string | null }> {
  const rows = await listStoredMembers(store.db, {
    accountId: caller.accountId,
    kind: query.type ?? null,
    role: query.role ?? null,
    status: query.status ?? null,
    search: query.search ?? null,
    after: query.nextId === undefined ? null : memberOfCursor(query.nextId),
    now: new Date(caller.nowMs),
    limit: query.limit + 1,
  })
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return { items, nextId: rows.length > query.limit && last ? cursorOf(last) : null }
}

const cursorOf = (row: MemberRow): string => `${row.createdAt.getTime()}.${row.id}`

function memberOfCursor(cursor: string): MemberFilter['after'] {
  const [, ms = '', id = ''] = /^(\d{1,14})\.(.+)$/.exec(cursor) ?? []
  if (!isUuid(id)) throw new Fault('CURSOR_INVALID')
  return { createdAt: new Date(Number(ms)), id }
}
