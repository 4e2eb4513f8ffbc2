import type { Delivery, PlainMail } from '#contract'
import { mailTry } from '#kernel'
import { textsOf } from '#page-texts'
import type { PageLanguages, PageTexts } from '#page-texts'
import { claimReaderMails, deleteReaderMail, recordReaderMail } from '#storage/status-pages'
import type { ClaimedReaderMail } from '#storage/status-pages'
import type { LeaseClaim, Store } from '#storage/database'
import { mailWords } from '../subscriptions/index.ts'
import { readerLinkMinutes } from './reader-links.ts'

export interface PendingReaderMail {
  readonly row: ClaimedReaderMail
  readonly mail: PlainMail
}

interface ReaderMailClaim extends LeaseClaim {
  readonly publicUrl: string
  /** Of the installation; absent: those of the product. */
  readonly languages?: PageLanguages | undefined
}

/** Leases mails to readers that are due, and forgets those that others requested. `publicUrl` has no trailing slash. */
export async function claimDueReaderMails(
  { db, encryption }: Store,
  { publicUrl, languages, ...claim }: ReaderMailClaim,
): Promise<PendingReaderMail[]> {
  const rows = await claimReaderMails(db, claim)
  for (const row of rows) if (!row.isWanted) await deleteReaderMail(db, row)
  return rows
    .filter(({ isWanted }) => isWanted)
    .map((row) => {
      const address = addressOf(row, publicUrl)
      const texts = textsOf(row, row.language, languages)
      const content =
        row.encryptedToken === null
          ? invitation(row, address, texts)
          : signInMail(row, `${address}/sign-in/${encryption.decrypt(row.encryptedToken)}`, texts)
      return {
        row,
        mail: {
          id: `reader-${row.id}`,
          to: row.email,
          threadId: null,
          badge: null,
          facts: [],
          words: mailWords(texts),
          ...content,
        },
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

const invitation = ({ pageName: page }: ClaimedReaderMail, url: string, { mail }: PageTexts): Content => ({
  subject: mail.invited.subject({ page }),
  title: mail.invited.title({ page }),
  paragraphs: [mail.invited.how],
  button: { label: mail.open, url },
  footer: mail.invited.why,
})

function signInMail({ pageName: page }: ClaimedReaderMail, url: string, { mail, signIn }: PageTexts): Content {
  const texts = mail.signIn
  return {
    subject: texts.subject({ page }),
    title: texts.title({ page }),
    paragraphs: [texts.once({ count: readerLinkMinutes }), texts.ignore],
    button: { label: signIn.title, url },
    footer: mail.confirm.why({ page }),
  }
}
