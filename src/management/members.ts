import { roles } from '#contract'
import type { MemberUpdateBody, Role } from '#contract'
import { Fault, invariant, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteAddressChange,
  deleteMembership,
  findMember,
  hasOtherAccounts,
  listMembers as listStoredMembers,
  lockMemberRoles,
  updateMemberRole,
} from '#storage/accounts'
import type { MemberFilter, MemberRow, Membership } from '#storage/accounts'
import type { Queryable, Store } from '#storage/database'
import { requestAddress } from './people/email-addresses.ts'
import type { Requester } from './people/new-token.ts'

/** The caller who manages members, with their role in the account. */
export interface MemberManager extends Caller {
  readonly role: Role
}

export interface MemberChange extends MemberUpdateBody {
  readonly userId: string
  readonly by: Requester
  /** Whether the link that confirms an address is mailed to it. */
  readonly sendMail: boolean
}

export interface ChangedMember {
  readonly row: MemberRow
  /** Of the link that confirms a new address; null without one. */
  readonly token: string | null
}

/**
 * Changes the role of a member, at most to that of the caller, or asks for another address, or both. Throws MEMBER_NOT_FOUND,
 * MEMBER_ROLE_TOO_HIGH, MEMBER_ADDRESS_NOT_YOURS, MEMBER_ADDRESS_TAKEN, OWN_ADDRESS, and LAST_OWNER when the account would have no
 * owner left.
 */
export function updateMember(store: Store, caller: MemberManager, change: MemberChange): Promise<ChangedMember> {
  const { role, email } = change
  const { nowMs } = caller
  return store.db.transaction(async (tx) => {
    const id =
      role === undefined ? await memberId(tx, caller, change) : await assertChangeable(tx, caller, change.userId, role)
    const one = { accountId: caller.accountId, userId: id }
    const token = email === undefined ? null : await changeAddress(tx, store, one, { ...change, email, nowMs })
    if (role !== undefined) await updateMemberRole(tx, one, role, new Date(nowMs))
    const row = await findMember(tx, caller.accountId, id)
    invariant(row, 'a member who is held is there')
    return { row, token }
  })
}

async function memberId(
  tx: Queryable,
  caller: MemberManager,
  { userId, by }: Pick<MemberChange, 'userId' | 'by'>,
): Promise<string> {
  const { id, role } = await lockedMember(tx, caller.accountId, userId)
  if (id !== by.userId && rankOf(role) > rankOf(caller.role))
    throw new Fault('MEMBER_ROLE_TOO_HIGH', { values: { role: caller.role } })
  return id
}

/**
 * An address is the user's in all accounts, so that only the user changes it, and it signs one person in: with that of
 * somebody else, of whatever account, an admin would get in the way of their sign-in and of invites to them.
 */
async function changeAddress(
  tx: Queryable,
  store: Store,
  one: Membership,
  { email, sendMail, by, nowMs }: Pick<MemberChange, 'by' | 'sendMail'> & { email: string; nowMs: number },
): Promise<string | null> {
  if (one.userId === by.userId) throw new Fault('OWN_ADDRESS')
  await assertOwnAddress(tx, one, by)
  return requestAddress(tx, store, { ...one, email, sendMail, by, nowMs })
}

async function assertOwnAddress(tx: Queryable, one: Membership, by: Requester): Promise<void> {
  if (one.userId !== by.userId && (await hasOtherAccounts(tx, one))) throw new Fault('MEMBER_ADDRESS_NOT_YOURS')
}

/**
 * Withdraws an address of a member that waits to be confirmed. Throws MEMBER_NOT_FOUND, MEMBER_ROLE_TOO_HIGH and
 * MEMBER_ADDRESS_NOT_YOURS.
 */
export const withdrawMemberAddress = (
  store: Store,
  caller: MemberManager,
  change: Pick<MemberChange, 'userId' | 'by'>,
): Promise<void> =>
  store.db.transaction(async (tx) => {
    const userId = await memberId(tx, caller, change)
    await assertOwnAddress(tx, { accountId: caller.accountId, userId }, change.by)
    await deleteAddressChange(tx, userId)
  })

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
