import type { Delivery, PlainMail } from '#contract'
import { mailTry } from '#kernel'
import { claimReaderMails, deleteReaderMail, recordReaderMail } from '#storage/status-pages'
import type { ClaimedReaderMail } from '#storage/status-pages'
import type { LeaseClaim, Store } from '#storage/database'
import { readerLinkMinutes } from './reader-links.ts'

export interface PendingReaderMail {
  readonly row: ClaimedReaderMail
  readonly mail: PlainMail
}

/** Leases mails to readers that are due, and forgets those that others requested. `publicUrl` has no trailing slash. */
export async function claimDueReaderMails(
  { db, encryption }: Store,
  { publicUrl, ...claim }: LeaseClaim & { readonly publicUrl: string },
): Promise<PendingReaderMail[]> {
  const rows = await claimReaderMails(db, claim)
  for (const row of rows) if (!row.isWanted) await deleteReaderMail(db, row)
  return rows
    .filter(({ isWanted }) => isWanted)
    .map((row) => {
      const address = addressOf(row, publicUrl)
      const content =
        row.encryptedToken === null
          ? invitation(row, address)
          : signInMail(row, `${address}/sign-in/${encryption.decrypt(row.encryptedToken)}`)
      return {
        row,
        mail: { id: `reader-${row.id}`, to: row.email, threadId: null, badge: null, facts: [], ...content },
      }
    })
}

/** Records the outcome of an attempt; a temporary failure is retried, up to 8 attempts within about an hour. */
export async function recordReaderMailTry(
  { db }: Store,
  { row: { accountId, id, leaseToken, tries } }: PendingReaderMail,
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  await recordReaderMail(db, { accountId, id, leaseToken, ...mailTry(delivery, tries, nowMs) })
}

/** The page on the host on which the link was requested: the session is of that host alone. */
function addressOf({ isOnOwnDomain, customDomain, pageUrl }: ClaimedReaderMail, publicUrl: string): string {
  if (!isOnOwnDomain || customDomain === null) return `${publicUrl}/status/${pageUrl}`
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${customDomain}${port === '' ? '' : `:${port}`}`
}

type Content = Pick<PlainMail, 'subject' | 'title' | 'paragraphs' | 'button' | 'footer'>

const invitation = ({ pageName }: ClaimedReaderMail, url: string): Content => ({
  subject: `You can read the status page ${pageName}`,
  title: `You can read the status page “${pageName}”`,
  paragraphs: [
    'The page is private. Open it and enter this email address: you get an email with a link that signs you in.',
  ],
  button: { label: 'Open status page', url },
  footer: 'If you did not expect this email, ignore it.',
})

const signInMail = ({ pageName }: ClaimedReaderMail, url: string): Content => ({
  subject: `Sign in to the status page ${pageName}`,
  title: `Sign in to the status page “${pageName}”`,
  paragraphs: [
    `The link works once, within ${readerLinkMinutes} minutes after it was requested.`,
    'If you did not request it, ignore this email: nobody can sign in without it.',
  ],
  button: { label: 'Sign in', url },
  footer: `Somebody entered this address on the status page “${pageName}”.`,
})
