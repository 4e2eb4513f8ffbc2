import type { PlainMail } from '#contract'
import { escapeHtml } from '#templating'
import { buttonRow, factLines, factsRow, footerRow, mailFrame, titleRow } from './mail-frame.ts'

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
    ...(mail.manageUrl === undefined ? [] : [`Choose what you receive: ${mail.manageUrl}`]),
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
    footerRow(mail.footer, mail),
  ])
}

const paragraphRow = (text: string): string =>
  `<tr><td class="strong" style="padding:8px 24px;color:#1f2328;font-size:14px;line-height:1.5;white-space:pre-wrap;word-break:break-word;">${escapeHtml(text)}</td></tr>`
