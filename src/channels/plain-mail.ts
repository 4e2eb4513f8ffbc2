import { escapeHtml } from '#templating'
import { buttonRow, factLines, factsRow, footerRow, mailFrame, titleRow } from './mail-frame.ts'
import type { MailBadge } from './mail-frame.ts'

/** A mail to one person. All strings are plain text; they are escaped for HTML. */
export interface PlainMail {
  /** The same for all attempts, so that mail programs can drop duplicates. */
  readonly id: string
  /** Groups mails into a thread, for example by incident; null without a thread. */
  readonly threadId: string | null
  readonly to: string
  readonly subject: string
  readonly title: string
  readonly badge: MailBadge | null
  readonly paragraphs: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button: { readonly label: string; readonly url: string }
  /** Why the recipient gets the mail. */
  readonly footer: string
  /** Absent: the recipient cannot unsubscribe. */
  readonly unsubscribeUrl?: string
}

const neutral = '#57606a'

/** The mail as plain text. */
export function plainMailText(mail: PlainMail): string {
  return [
    mail.title,
    '',
    ...mail.paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...factLines(mail.facts),
    ...(mail.facts.length > 0 ? [''] : []),
    `${mail.button.label}: ${mail.button.url}`,
    '',
    '-- ',
    mail.footer,
    ...(mail.unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${mail.unsubscribeUrl}`]),
    '',
  ].join('\n')
}

/** The mail as HTML. */
export function plainMailHtml(mail: PlainMail): string {
  const colour = mail.badge?.colour ?? neutral
  return mailFrame(mail.title, colour, [
    titleRow(mail.title, mail.badge),
    ...mail.paragraphs.map(paragraphRow),
    ...(mail.facts.length > 0 ? [factsRow(mail.facts)] : []),
    buttonRow(mail.button, colour),
    footerRow(mail.footer, mail.unsubscribeUrl),
  ])
}

const paragraphRow = (text: string): string =>
  `<tr><td class="strong" style="padding:8px 24px;color:#1f2328;font-size:14px;line-height:1.5;white-space:pre-wrap;word-break:break-word;">${escapeHtml(text)}</td></tr>`
