import type { AlertFacts } from '#contract'
import { escapeHtml } from '#templating'
import { alertLooks, readableFacts } from './alert-look.ts'

const longestMessage = 4000
const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** The mail as plain text. */
export function mailText(facts: AlertFacts): string {
  const rows = readableFacts(facts)
  const width = Math.max(...rows.map(([label]) => label.length)) + 1
  return [
    facts.alertTitle,
    '',
    ...rows.map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`),
    ...(facts.checkErrorMessage === '' ? [] : ['', 'What went wrong:', cut(facts.checkErrorMessage)]),
    ...(facts.checkDescription === '' ? [] : ['', 'About this check:', facts.checkDescription]),
    ...(isLink(facts.resultLink) ? ['', `Result: ${facts.resultLink}`] : []),
    '',
    '-- ',
    'Sent by Belfry because this address is an alert channel of the check.',
    '',
  ].join('\n')
}

/** The mail as HTML: tables and inline styles, which every mail program knows; nothing is loaded from outside. */
export function mailHtml(facts: AlertFacts): string {
  const look = alertLooks[facts.alertType]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(facts.alertTitle)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0d1117 !important; }
  .card { background: #161b22 !important; border-color: #30363d !important; }
  .strong { color: #f0f6fc !important; }
  .quiet { color: #9da7b3 !important; }
  .problem { background: #0d1117 !important; color: #f0f6fc !important; border-color: #30363d !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f8fa;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f8fa;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #d0d7de;border-top:4px solid ${look.colour};border-radius:6px;font-family:${fonts};">
<tr><td style="padding:24px 24px 8px;">
<p style="margin:0 0 12px;"><span style="display:inline-block;padding:3px 10px;border-radius:12px;background:${look.colour};color:#ffffff;font-size:13px;font-weight:600;">${escapeHtml(look.word)}</span></p>
<h1 class="strong" style="margin:0;color:#1f2328;font-size:20px;line-height:1.35;word-break:break-word;">${escapeHtml(facts.alertTitle)}</h1>
</td></tr>
<tr><td style="padding:8px 24px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;line-height:1.5;">
${readableFacts(facts).map(factRow).join('\n')}
</table>
</td></tr>
${problemRow(facts.checkErrorMessage)}${descriptionRow(facts.checkDescription)}${linkRow(facts.resultLink, look.colour)}<tr><td class="quiet" style="padding:16px 24px 24px;color:#59636e;font-size:12px;line-height:1.5;">Sent by Belfry because this address is an alert channel of the check.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const factRow = ([label, value]: readonly [string, string]): string =>
  `<tr><td class="quiet" valign="top" style="padding:3px 16px 3px 0;color:#59636e;white-space:nowrap;">${escapeHtml(label)}</td>` +
  `<td class="strong" width="100%" valign="top" style="padding:3px 0;color:#1f2328;word-break:break-word;">${escapeHtml(value)}</td></tr>`

const problemRow = (message: string): string =>
  message === ''
    ? ''
    : `<tr><td style="padding:8px 24px;"><pre class="problem" style="margin:0;padding:12px;background:#f6f8fa;color:#1f2328;border:1px solid #d0d7de;border-radius:6px;font-size:13px;line-height:1.45;white-space:pre-wrap;word-break:break-word;">${escapeHtml(cut(message))}</pre></td></tr>\n`

const descriptionRow = (description: string): string =>
  description === ''
    ? ''
    : `<tr><td class="quiet" style="padding:8px 24px;color:#59636e;font-size:14px;line-height:1.5;">${escapeHtml(description)}</td></tr>\n`

const linkRow = (link: string, colour: string): string =>
  isLink(link)
    ? `<tr><td style="padding:12px 24px;"><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${colour};color:#ffffff;font-size:14px;font-weight:600;text-decoration:none;">Open the result</a></td></tr>\n`
    : ''

const isLink = (link: string): boolean => /^https?:\/\//.test(link)
const cut = (text: string): string =>
  text.length <= longestMessage ? text : `${text.slice(0, longestMessage).toWellFormed()}…`
