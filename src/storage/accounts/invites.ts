import type { GivenRole, LinkMailStatus } from '#contract'
import { leaseTables } from '../database/lease-tables.ts'
import { claimStatement, claimValues } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import { findsAny, notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { claimedColumns } from './link-mails.ts'
import type { ClaimedLinkMail } from './link-mails.ts'

/** An invite that was not accepted yet, in force or expired. */
export interface InviteRow {
  readonly accountId: string
  readonly id: string
  readonly email: string
  readonly role: GivenRole
  readonly inviterEmail: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly expiresAt: Date
  /** Whether the link was only mailed to the address. */
  readonly provesAddress: boolean
  readonly mailStatus: LinkMailStatus
  readonly mailResponse: string
}

const columns = `account_id, id, email, role, inviter_email, created_at, updated_at, expires_at, proves_address, mail_status,
  mail_response`

type Rows<T> = T & Record<string, unknown>

/** The token of an invite, whether it is mailed, and who made it: the invite ends with them. */
export interface InviteToken {
  /** Null: made by a program. */
  readonly inviterId: string | null
  /** Null: made in a browser. */
  readonly inviterKeyId: string | null
  readonly tokenHash: Buffer
  /** Null: no mail is sent. */
  readonly encryptedToken: string | null
  readonly expiresAt: Date
  readonly now: Date
}

export interface NewInvite
  extends InviteToken, Pick<InviteRow, 'accountId' | 'id' | 'email' | 'role' | 'inviterEmail'> {}

/** Null when the address has an invite that is in force; an expired one is replaced. */
export async function insertInvite(tx: Queryable, invite: NewInvite): Promise<InviteRow | null> {
  await tx.rows(`delete from member_invites where account_id = $1 and lower(email) = lower($2) and expires_at <= $3`, [
    invite.accountId,
    invite.email,
    invite.now,
  ])
  const rows = await tx.rows<Rows<InviteRow>>(
    `insert into member_invites (account_id, id, email, role, inviter_email, inviter_id, token_hash, encrypted_token,
       claimable_at, mail_status, created_at, updated_at, expires_at, inviter_key_id, proves_address)
     values ($1, $2, $3, $4, $5, $6, $7, $8::text, case when $8::text is null then null else $9::timestamptz end,
       case when $8::text is null then 'NONE' else 'PENDING' end, $9, $9, $10, $11, $8::text is not null)
     on conflict (account_id, lower(email)) do nothing returning ${columns}`,
    [
      invite.accountId,
      invite.id,
      invite.email,
      invite.role,
      invite.inviterEmail,
      invite.inviterId,
      invite.tokenHash,
      invite.encryptedToken,
      invite.now,
      invite.expiresAt,
      invite.inviterKeyId,
    ],
  )
  await notify(tx, 'link_mails')
  return rows[0] ?? null
}

/** Puts another token in place of the last one, and mails it or not; null without such an invite. */
export async function renewInvite(
  tx: Queryable,
  { accountId, id }: Pick<InviteRow, 'accountId' | 'id'>,
  token: InviteToken,
): Promise<InviteRow | null> {
  const rows = await tx.rows<Rows<InviteRow>>(
    `update member_invites set token_hash = $3, encrypted_token = $4::text, expires_at = $5, updated_at = $6,
       claimable_at = case when $4::text is null then null else $6::timestamptz end, lease_token = null, tries = 0,
       inviter_id = $7, inviter_key_id = $8, mail_status = case when $4::text is null then 'NONE' else 'PENDING' end,
       mail_response = '', proves_address = $4::text is not null
     where account_id = $1 and id = $2 returning ${columns}`,
    [
      accountId,
      id,
      token.tokenHash,
      token.encryptedToken,
      token.expiresAt,
      token.now,
      token.inviterId,
      token.inviterKeyId,
    ],
  )
  await notify(tx, 'link_mails')
  return rows[0] ?? null
}

const maxInvites = 1000

/** The invites of an account, the latest first. */
export const listInvites = (db: Queryable, accountId: string): Promise<Rows<InviteRow>[]> =>
  db.rows(`select ${columns} from member_invites where account_id = $1 order by created_at desc, id desc limit $2`, [
    accountId,
    maxInvites,
  ])

export const deleteInvite = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `delete from member_invites where account_id = $1 and id = $2`, [accountId, id])

/** The invite that a token is for while it is in force, with the name of its account. */
export async function findInviteByToken(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<(InviteRow & { readonly accountName: string }) | null> {
  const rows = await db.rows<Rows<InviteRow & { readonly accountName: string }>>(
    `select invite.*, account.name as account_name
     from (select ${columns} from member_invites where token_hash = $1 and expires_at > $2) invite
     join accounts account on account.id = invite.account_id`,
    [tokenHash, now],
  )
  return rows[0] ?? null
}

/** Takes an invite that is in force, so that nobody can accept it again. */
export async function takeInvite(tx: Queryable, tokenHash: Buffer, now: Date): Promise<InviteRow | null> {
  const rows = await tx.rows<Rows<InviteRow>>(
    `delete from member_invites where token_hash = $1 and expires_at > $2 returning ${columns}`,
    [tokenHash, now],
  )
  return rows[0] ?? null
}

/** Whether an address is that of a member, whatever its case. */
export const isMemberAddress = (db: Queryable, accountId: string, email: string): Promise<boolean> =>
  findsAny(
    db,
    `select from memberships m join users u on u.id = m.user_id where m.account_id = $1 and lower(u.email) = lower($2)`,
    [accountId, email],
  )

/** Ends the invites whose link a key made, and the changes of addresses for which it asked. */
export async function deleteLinksOfKey(tx: Queryable, keyId: string): Promise<void> {
  await tx.rows(`delete from member_invites where inviter_key_id = $1`, [keyId])
  await tx.rows(`delete from address_changes where requester_key_id = $1`, [keyId])
}

/** Ends the invites that somebody made who may not invite any more, and the changes of addresses for which they asked. */
export async function deleteLinksOf(tx: Queryable, accountId: string, userId: string): Promise<void> {
  await tx.rows(`delete from member_invites where account_id = $1 and inviter_id = $2`, [accountId, userId])
  await tx.rows(`delete from address_changes where account_id = $1 and requester_id = $2`, [accountId, userId])
}

export interface ClaimedInviteMail
  extends ClaimedLinkMail, Pick<InviteRow, 'accountId' | 'id' | 'role' | 'inviterEmail'> {
  readonly accountName: string
}

/** Leases invites whose mail is due. */
export const claimInviteMails = (db: Queryable, claim: LeaseClaim): Promise<Rows<ClaimedInviteMail>[]> =>
  db.namedRows(
    'claim-invite-mails',
    `with claimed as (${claimStatement(leaseTables.memberInvites)})
     select ${claimedColumns}, claimed.account_id, claimed.id, claimed.role, claimed.inviter_email,
       account.name as account_name
     from claimed join accounts account on account.id = claimed.account_id`,
    claimValues(claim),
  )
