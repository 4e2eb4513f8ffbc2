import type { LinkMailStatus } from '#contract'
import { leaseTables } from '../database/lease-tables.ts'
import { isHeld } from '../database/leases.ts'
import type { HeldRow } from '../database/leases.ts'
import type { Queryable } from '../database/queryable.ts'

/** Shared by invites and changes of addresses: a link that is mailed, and the state of the mail. */
export interface ClaimedLinkMail {
  readonly email: string
  readonly expiresAt: Date
  readonly encryptedToken: string
  readonly leaseToken: string
  /** This attempt included. */
  readonly tries: number
}

export const claimedColumns =
  'claimed.email, claimed.expires_at, claimed.encrypted_token, claimed.lease_token, claimed.tries'

const tables = { INVITE: leaseTables.memberInvites, ADDRESS: leaseTables.addressChanges } as const
export type LinkMailKind = keyof typeof tables

export interface LinkMailTry extends HeldRow {
  readonly kind: LinkMailKind
  readonly status: LinkMailStatus
  readonly response: string
  /** When to try again; null when the mail was sent or given up, and its token is no longer needed. */
  readonly claimableAt: Date | null
}

/** Records one attempt, unless the lease was lost, for example to a new link. */
export function recordLinkMail(db: Queryable, record: LinkMailTry): Promise<unknown> {
  const { kind, key, leaseToken, status, response, claimableAt } = record
  const table = tables[kind]
  const [at, answer, again] = [2, 3, 4].map((place) => `$${key.length + place}`)
  return db.rows(
    `update ${table.name} set mail_status = ${at}, mail_response = ${answer}, claimable_at = ${again}::timestamptz,
       lease_token = null, encrypted_token = case when ${again}::timestamptz is null then null else encrypted_token end
     where ${isHeld(table)}`,
    [...key, leaseToken, status, response, claimableAt],
  )
}
