import type { Delivery, PlainMail } from '#contract'
import { mailTry } from '#kernel'
import { claimAddressMails, claimInviteMails, recordLinkMail } from '#storage/accounts'
import type { ClaimedLinkMail, LinkMailKind } from '#storage/accounts'
import type { LeaseClaim, Store } from '#storage/database'
import { addressLink, writeAddressMail } from './address-mails.ts'
import { inviteLink, writeInviteMail } from './invite-mails.ts'

export interface PendingLinkMail {
  readonly kind: LinkMailKind
  /** Of the row of the link. */
  readonly key: readonly string[]
  readonly row: ClaimedLinkMail
  readonly mail: PlainMail
}

/** Leases mails that are due, so many of each kind. `publicUrl` has no trailing slash. */
export async function claimDueLinkMails(
  { db, encryption }: Store,
  { publicUrl, ...claim }: LeaseClaim & { readonly publicUrl: string },
): Promise<PendingLinkMail[]> {
  const [invites, addresses] = await Promise.all([claimInviteMails(db, claim), claimAddressMails(db, claim)])
  const tokenOf = ({ encryptedToken }: ClaimedLinkMail): string => encryption.decrypt(encryptedToken)
  return [
    ...invites.map((row) => ({
      kind: 'INVITE' as const,
      key: [row.accountId, row.id],
      row,
      mail: writeInviteMail(row, inviteLink(publicUrl, tokenOf(row))),
    })),
    ...addresses.map((row) => ({
      kind: 'ADDRESS' as const,
      key: [row.userId],
      row,
      mail: writeAddressMail(row, addressLink(publicUrl, tokenOf(row))),
    })),
  ]
}

/** Records the outcome of an attempt: a temporary failure is retried, up to 8 attempts within about an hour. */
export async function recordLinkMailTry(
  { db }: Store,
  { kind, key, row: { leaseToken, tries } }: PendingLinkMail,
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  await recordLinkMail(db, { kind, key, leaseToken, ...mailTry(delivery, tries, nowMs) })
}
