import { allows } from '#contract'
import type { LinkMailStatus, Role } from '#contract'
import { apiKeysChannel } from './api-keys.ts'
import { findsAny, notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { deleteLinksOf } from './invites.ts'
import { lockAddress } from './people.ts'

/** A member, or a pending invite. `id` is the user's or the invite's. */
export interface MemberRow {
  readonly kind: 'member' | 'invite'
  readonly accountId: string
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly role: Role
  readonly inviterEmail: string | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
  /** Of invites only. */
  readonly expiresAt: Date | null
  /** The address of a member that is not confirmed yet, in force or expired, with its mail. */
  readonly pendingEmail: string | null
  readonly pendingExpiresAt: Date | null
  readonly pendingMailStatus: LinkMailStatus | null
  readonly pendingMailResponse: string | null
}

const people = `
  select 'member' as kind, m.account_id, m.user_id as id, u.name, u.email, m.role, null as inviter_email, m.created_at,
    m.updated_at, null::timestamptz as expires_at, pending.email as pending_email,
    pending.expires_at as pending_expires_at, pending.mail_status as pending_mail_status,
    pending.mail_response as pending_mail_response
  from memberships m join users u on u.id = m.user_id left join address_changes pending on pending.user_id = u.id
  where m.account_id = $1
  union all
  select 'invite', account_id, id, null, email, role, inviter_email, created_at, updated_at, expires_at, null, null,
    null, null
  from member_invites where account_id = $1`

export interface MemberFilter {
  readonly accountId: string
  readonly kind: MemberRow['kind'] | null
  readonly role: Role | null
  readonly status: 'ACTIVE' | 'PENDING' | 'EXPIRED' | null
  /** Part of the name or the address, whatever its case. */
  readonly search: string | null
  /** Where the page before ended. */
  readonly after: { readonly createdAt: Date; readonly id: string } | null
  readonly now: Date
  readonly limit: number
}

/** Members and invites together, in the order in which they came. */
export const listMembers = (db: Queryable, filter: MemberFilter): Promise<MemberRow[]> =>
  db.rows(
    `select * from (${people}) person
     where ($2::text is null or kind = $2) and ($3::text is null or role = $3)
       and ($4::text is null or $4 = case
         when kind = 'member' then 'ACTIVE' when expires_at > $5 then 'PENDING' else 'EXPIRED' end)
       and ($6::text is null or position(folded($6) in folded(concat_ws(' ', name, email))) > 0)
       and ($7::timestamptz is null or (created_at, id) > ($7, $8::uuid))
     order by created_at, id limit $9`,
    [
      filter.accountId,
      filter.kind,
      filter.role,
      filter.status,
      filter.now,
      filter.search,
      filter.after?.createdAt ?? null,
      filter.after?.id ?? null,
      filter.limit,
    ],
  )

export async function findMember(db: Queryable, accountId: string, userId: string): Promise<MemberRow | null> {
  const rows = await db.rows<MemberRow>(`select * from (${people}) person where kind = 'member' and id = $2`, [
    accountId,
    userId,
  ])
  return rows[0] ?? null
}

/** The roles of all members by user id, locked until the transaction ends. */
export async function lockMemberRoles(tx: Queryable, accountId: string): Promise<Map<string, Role>> {
  const rows = await tx.rows<{ userId: string; role: Role }>(
    `select user_id, role from memberships where account_id = $1 order by user_id for update`,
    [accountId],
  )
  return new Map(rows.map((row) => [row.userId, row.role]))
}

export interface Membership {
  readonly accountId: string
  readonly userId: string
}

/** Anyone who may not invite any more has no open links left. */
export async function updateMemberRole(tx: Queryable, one: Membership, role: Role, now: Date): Promise<void> {
  await tx.rows(`update memberships set role = $3, updated_at = $4 where account_id = $1 and user_id = $2`, [
    one.accountId,
    one.userId,
    role,
    now,
  ])
  if (!allows(role, 'admin')) await deleteLinksOf(tx, one.accountId, one.userId)
  await notify(tx, apiKeysChannel)
}

/** Whether a member also acts in another account. */
export const hasOtherAccounts = (tx: Queryable, one: Membership): Promise<boolean> =>
  findsAny(tx, `select from memberships where user_id = $2 and account_id <> $1`, [one.accountId, one.userId])

/**
 * Whether an address, in whatever account and case, is that of another user for the person who requests it: proof that it is
 * theirs is kept from it only by who has proven it before. Until the transaction ends nobody else takes it.
 */
export async function isAddressTaken(
  tx: Queryable,
  userId: string,
  { email, isVerified }: { readonly email: string; readonly isVerified: boolean },
): Promise<boolean> {
  await lockAddress(tx, email)
  return findsAny(
    tx,
    `select from users where lower(email) = lower($2) and id <> $1 and (is_email_verified or not $3)`,
    [userId, email, isVerified],
  )
}

/** Ends a membership, the links its user made, and a new address that the account gave them; the keys of a user who belongs to no account any more are revoked. */
export async function deleteMembership(tx: Queryable, one: Membership, now: Date): Promise<void> {
  await tx.rows(`delete from memberships where account_id = $1 and user_id = $2`, [one.accountId, one.userId])
  await deleteLinksOf(tx, one.accountId, one.userId)
  await tx.rows('delete from address_changes where account_id = $1 and user_id = $2', [one.accountId, one.userId])
  await tx.rows(
    `update api_keys set revoked_at = $2 where user_id = $1 and kind = 'user' and revoked_at is null
       and not exists (select from memberships where user_id = $1)`,
    [one.userId, now],
  )
  await notify(tx, apiKeysChannel)
}
