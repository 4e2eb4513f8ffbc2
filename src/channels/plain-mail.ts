import { escapeHtml } from '#templating'

/** A mail to one person who asked for it. Texts are plain: they are escaped where they become HTML. */
export interface PlainMail {
  /** Stays the same over all attempts, so that mail programs can drop a second copy. */
  readonly id: string
  /** What belongs together in a mailbox, for example one incident; null when nothing does. */
  readonly threadId: string | null
  readonly to: string
  readonly subject: string
  readonly title: string
  /** A word for the state, and its colour on white. */
  readonly badge: { readonly word: string; readonly colour: string } | null
  readonly paragraphs: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly button: { readonly label: string; readonly url: string }
  /** Why the person gets this. */
  readonly footer: string
  readonly unsubscribeUrl: string
}

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const neutral = '#57606a'

/** The mail as plain text. */
export function plainMailText(mail: PlainMail): string {
  const width = Math.max(0, ...mail.facts.map(([label]) => label.length)) + 1
  return [
    mail.title,
    '',
    ...mail.paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...mail.facts.map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`),
    ...(mail.facts.length > 0 ? [''] : []),
    `${mail.button.label}: ${mail.button.url}`,
    '',
    '-- ',
    mail.footer,
    `Unsubscribe: ${mail.unsubscribeUrl}`,
    '',
  ].join('\n')
}

/** The mail as HTML: tables and inline styles, which every mail program knows; nothing is loaded from outside. */
export function plainMailHtml(mail: PlainMail): string {
  const colour = mail.badge?.colour ?? neutral
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(mail.title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0d1117 !important; }
  .card { background: #161b22 !important; border-color: #30363d !important; }
  .strong { color: #f0f6fc !important; }
  .quiet { color: #9da7b3 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f8fa;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f8fa;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #d0d7de;border-top:4px solid ${colour};border-radius:6px;font-family:${fonts};">
<tr><td style="padding:24px 24px 8px;">
${badge(mail)}<h1 class="strong" style="margin:0;color:#1f2328;font-size:20px;line-height:1.35;word-break:break-word;">${escapeHtml(mail.title)}</h1>
</td></tr>
${mail.paragraphs.map(paragraph).join('')}${factTable(mail)}<tr><td style="padding:12px 24px;"><a href="${escapeHtml(mail.button.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${colour};color:#ffffff;font-size:14px;font-weight:600;text-decoration:none;">${escapeHtml(mail.button.label)}</a></td></tr>
<tr><td class="quiet" style="padding:16px 24px 24px;color:#59636e;font-size:12px;line-height:1.5;">${escapeHtml(mail.footer)}<br><a class="quiet" href="${escapeHtml(mail.unsubscribeUrl)}" style="color:#59636e;">Unsubscribe</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const badge = ({ badge: look }: PlainMail): string =>
  look === null
    ? ''
    : `<p style="margin:0 0 12px;"><span style="display:inline-block;padding:3px 10px;border-radius:12px;background:${look.colour};color:#ffffff;font-size:13px;font-weight:600;">${escapeHtml(look.word)}</span></p>\n`

const paragraph = (text: string): string =>
  `<tr><td class="strong" style="padding:8px 24px;color:#1f2328;font-size:14px;line-height:1.5;white-space:pre-wrap;word-break:break-word;">${escapeHtml(text)}</td></tr>\n`

const factTable = ({ facts }: PlainMail): string =>
  facts.length === 0
    ? ''
    : `<tr><td style="padding:8px 24px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;line-height:1.5;">
${facts.map(factRow).join('\n')}
</table>
</td></tr>
`

const factRow = ([label, value]: readonly [string, string]): string =>
  `<tr><td class="quiet" valign="top" style="padding:3px 16px 3px 0;color:#59636e;white-space:nowrap;">${escapeHtml(label)}</td>` +
  `<td class="strong" width="100%" valign="top" style="padding:3px 0;color:#1f2328;word-break:break-word;">${escapeHtml(value)}</td></tr>`
