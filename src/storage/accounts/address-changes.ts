import type { LinkMailStatus } from '#contract'
import { leaseTables } from '../database/lease-tables.ts'
import { claimStatement, claimValues } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { claimedColumns } from './link-mails.ts'
import type { ClaimedLinkMail } from './link-mails.ts'

/** An address of a user that is not confirmed yet, in force or expired. */
export interface AddressChangeRow {
  readonly userId: string
  readonly email: string
  readonly expiresAt: Date
  /** Whether the link was only mailed to the address. */
  readonly provesAddress: boolean
  readonly mailStatus: LinkMailStatus
  readonly mailResponse: string
}

const columns = 'user_id, email, expires_at, proves_address, mail_status, mail_response'

type Rows<T> = T & Record<string, unknown>

export interface NewAddressChange extends Pick<AddressChangeRow, 'userId' | 'email' | 'expiresAt'> {
  /** Null: the user asked for it. */
  readonly accountId: string | null
  /** Null: the user, or a program. */
  readonly requesterId: string | null
  /** Null: in a browser, or the user. */
  readonly requesterKeyId: string | null
  readonly tokenHash: Buffer
  /** Null: no mail is sent. */
  readonly encryptedToken: string | null
  readonly now: Date
}

/** Takes the place of the change that waited before, and ends its link. */
export async function saveAddressChange(tx: Queryable, change: NewAddressChange): Promise<void> {
  await deleteAddressChange(tx, change.userId)
  await tx.rows(
    `insert into address_changes (user_id, email, account_id, requester_id, requester_key_id, token_hash,
       encrypted_token, claimable_at, mail_status, created_at, expires_at, proves_address)
     values ($1, $2, $3, $4, $5, $6, $7::text, case when $7::text is null then null else $8::timestamptz end,
       case when $7::text is null then 'NONE' else 'PENDING' end, $8, $9, $7::text is not null)`,
    [
      change.userId,
      change.email,
      change.accountId,
      change.requesterId,
      change.requesterKeyId,
      change.tokenHash,
      change.encryptedToken,
      change.now,
      change.expiresAt,
    ],
  )
  await notify(tx, 'link_mails')
}

export async function findAddressChange(db: Queryable, userId: string): Promise<AddressChangeRow | null> {
  const rows = await db.rows<Rows<AddressChangeRow>>(`select ${columns} from address_changes where user_id = $1`, [
    userId,
  ])
  return rows[0] ?? null
}

export const deleteAddressChange = (tx: Queryable, userId: string): Promise<unknown> =>
  tx.rows('delete from address_changes where user_id = $1', [userId])

/** Takes the change that a token is for while it is in force, so that its link stops working. */
export async function takeAddressChange(tx: Queryable, tokenHash: Buffer, now: Date): Promise<AddressChangeRow | null> {
  const rows = await tx.rows<Rows<AddressChangeRow>>(
    `delete from address_changes where token_hash = $1 and expires_at > $2 returning ${columns}`,
    [tokenHash, now],
  )
  return rows[0] ?? null
}

export interface ClaimedAddressMail extends ClaimedLinkMail, Pick<AddressChangeRow, 'userId'> {
  readonly name: string
}

/** Leases changes whose mail is due. */
export const claimAddressMails = (db: Queryable, claim: LeaseClaim): Promise<Rows<ClaimedAddressMail>[]> =>
  db.namedRows(
    'claim-address-mails',
    `with claimed as (${claimStatement(leaseTables.addressChanges)})
     select ${claimedColumns}, claimed.user_id, users.name from claimed join users on users.id = claimed.user_id`,
    claimValues(claim),
  )
