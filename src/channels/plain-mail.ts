import type { PlainMail } from '#contract'
import { markdownHtml } from '#markdown'
import { escapeHtml } from '#templating'
import { buttonRow, english, factLines, factsRow, footerRow, mailFrame, titleRow } from './mail-frame.ts'

const neutral = '#57606a'

/** The mail as plain text. */
export function plainMailText(mail: PlainMail): string {
  const { markdown = '', words = english } = mail
  return [
    mail.title,
    '',
    ...mail.paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...(markdown === '' ? [] : [markdown, '']),
    ...factLines(mail.facts),
    ...(mail.facts.length > 0 ? [''] : []),
    ...(mail.table === undefined ? [] : [...tableLines(mail.table), '']),
    `${mail.button.label}: ${mail.button.url}`,
    '',
    '-- ',
    mail.footer,
    ...(mail.manageUrl === undefined ? [] : [`${words.manage}: ${mail.manageUrl}`]),
    ...(mail.unsubscribeUrl === undefined ? [] : [`${words.unsubscribe}: ${mail.unsubscribeUrl}`]),
    '',
  ].join('\n')
}

/** The mail as HTML. */
export function plainMailHtml(mail: PlainMail): string {
  const colour = mail.badge?.colour ?? neutral
  const rows = [
    titleRow(mail.title, mail.badge),
    ...mail.paragraphs.map(paragraphRow),
    ...(mail.markdown === undefined ? [] : [proseRow(mail.markdown)]),
    ...(mail.facts.length > 0 ? [factsRow(mail.facts)] : []),
    ...(mail.table === undefined ? [] : [tableRow(mail.table)]),
    buttonRow(mail.button, colour),
    footerRow(mail.footer, mail),
  ]
  return mailFrame(mail.title, colour, rows, { words: mail.words })
}

const paragraphRow = (text: string): string =>
  `<tr><td class="strong" style="padding:8px 24px;color:#1f2328;font-size:14px;line-height:1.5;white-space:pre-wrap;word-break:break-word;">${escapeHtml(text)}</td></tr>`

const proseRow = (text: string): string =>
  `<tr><td class="strong" style="padding:0 24px;color:#1f2328;font-size:14px;line-height:1.5;word-break:break-word;">${markdownHtml(text)}</td></tr>`

type MailTable = NonNullable<PlainMail['table']>

/** Each row as a block of lines, which no width of a window breaks. */
const tableLines = ({ head, rows, more }: MailTable): string[] => [
  ...rows.flatMap(([name = '', ...cells]) => [
    name,
    ...cells.map((cell, index) => `  ${head[index + 1] ?? ''}: ${cell}`),
  ]),
  ...(more === undefined ? [] : ['', more]),
]

const tableRow = ({ head, rows, more }: MailTable): string =>
  `<tr><td style="padding:8px 24px;">
<table width="100%" cellpadding="0" cellspacing="0" style="font-size:13px;line-height:1.4;border-collapse:collapse;">
<tr>${head.map((text) => `<th class="quiet" scope="col" align="left" style="padding:6px 8px 6px 0;color:#59636e;font-weight:600;border-bottom:1px solid #d0d7de;">${escapeHtml(text)}</th>`).join('')}</tr>
${rows.map(bodyRow).join('\n')}
</table>${more === undefined ? '' : `<p class="quiet" style="margin:8px 0 0;color:#59636e;font-size:13px;">${escapeHtml(more)}</p>`}
</td></tr>`

const bodyRow = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td class="strong" valign="top" style="padding:6px 8px 6px 0;color:#1f2328;border-bottom:1px solid #d0d7de;word-break:break-word;">${escapeHtml(cell)}</td>`).join('')}</tr>`
