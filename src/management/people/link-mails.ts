import type { Delivery } from '#contract'
import { backoffMs, backoffPolicies, hasTriesLeft } from '#kernel'
import { claimAddressMails, claimInviteMails, recordLinkMail } from '#storage/accounts'
import type { ClaimedLinkMail, LinkMailKind } from '#storage/accounts'
import type { LeaseClaim, Store } from '#storage/database'
import { addressLink, writeAddressMail } from './address-mails.ts'
import { inviteLink, writeInviteMail } from './invite-mails.ts'

const policy = backoffPolicies.subscriberMail

/** The content of a mail; the delivery renders text and HTML from it. */
export interface LinkMail {
  /** The same for all attempts. */
  readonly id: string
  readonly threadId: null
  readonly to: string
  readonly subject: string
  readonly title: string
  readonly badge: null
  readonly paragraphs: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button: { readonly label: string; readonly url: string }
  readonly footer: string
}

export interface PendingLinkMail {
  readonly kind: LinkMailKind
  /** Of the row of the link. */
  readonly key: readonly string[]
  readonly row: ClaimedLinkMail
  readonly mail: LinkMail
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
  { outcome, response }: Delivery,
  nowMs: number,
): Promise<void> {
  const isRetried = outcome === 'retry' && hasTriesLeft(policy, tries)
  await recordLinkMail(db, {
    kind,
    key,
    leaseToken,
    status: outcome === 'sent' ? 'SENT' : isRetried ? 'RETRY' : 'REJECTED',
    response,
    claimableAt: isRetried ? new Date(nowMs + backoffMs(policy, tries)) : null,
  })
}
