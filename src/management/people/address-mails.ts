import type { Delivery } from '#contract'
import { claimAddressMails, recordAddressMail } from '#storage'
import type { ClaimedAddressMail, LeaseClaim, Store } from '#storage'
import { linkMailTry } from './link-mails.ts'
import type { LinkMail } from './link-mails.ts'

export interface PendingAddressMail {
  readonly row: ClaimedAddressMail
  readonly mail: LinkMail
}

/** The address at which a browser confirms a new address. The token is behind `#`, so that no server logs it. */
export const addressLink = (publicUrl: string, token: string): string => `${publicUrl}/email-address#token=${token}`

/** Leases mails to new addresses that are due. `publicUrl` has no trailing slash. */
export async function claimDueAddressMails(
  { db, encryption }: Store,
  { publicUrl, ...claim }: LeaseClaim & { readonly publicUrl: string },
): Promise<PendingAddressMail[]> {
  const rows = await claimAddressMails(db, claim)
  return rows.map((row) => ({
    row,
    mail: writeAddressMail(row, addressLink(publicUrl, encryption.decrypt(row.encryptedToken))),
  }))
}

/** Records the outcome of an attempt. */
export const recordAddressMailTry = async (
  { db }: Store,
  { row: { userId, leaseToken, tries } }: PendingAddressMail,
  delivery: Delivery,
  nowMs: number,
): Promise<void> => {
  await recordAddressMail(db, { userId, leaseToken, ...linkMailTry(delivery, tries, nowMs) })
}

const writeAddressMail = ({ userId, name, email, expiresAt }: ClaimedAddressMail, link: string): LinkMail => ({
  // A new link is another mail.
  id: `address-${userId}-${expiresAt.getTime()}`,
  threadId: null,
  to: email,
  subject: 'Confirm your email address on Belfry',
  title: 'Is this your email address?',
  badge: null,
  paragraphs: [
    `${name} wants to sign in to Belfry with this address and get mails there. It counts once you have confirmed it.`,
  ],
  facts: [
    ['Address', email],
    ['The link works until', expiresAt.toISOString()],
  ],
  button: { label: 'Confirm the address', url: link },
  footer: 'The link works once. If you did not expect it, ignore this mail: nothing happens without it.',
})
