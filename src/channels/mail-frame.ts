import type { PlainMail } from '#contract'
import { escapeHtml } from '#templating'

/** A label for a state, and its colour on white. */
type MailBadge = NonNullable<PlainMail['badge']>

type MailWords = NonNullable<PlainMail['words']>

export const english: MailWords = {
  language: 'en',
  direction: 'ltr',
  manage: 'Choose what you receive',
  unsubscribe: 'Unsubscribe',
}

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/**
 * A mail as HTML: tables and inline styles, which every mail program supports; no external resources are loaded. Rows
 * are markup, from the functions below or escaped by the caller. `preview` is displayed beside the subject in a list of
 * mails.
 */
export const mailFrame = (
  title: string,
  colour: string,
  rows: readonly string[],
  { preview = '', words: { language, direction } = english }: { preview?: string; words?: MailWords | undefined } = {},
): string => `<!doctype html>
<html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0d1117 !important; }
  .card { background: #161b22 !important; border-left-color: #30363d !important; border-right-color: #30363d !important; border-bottom-color: #30363d !important; }
  .strong { color: #f0f6fc !important; }
  .quiet { color: #9da7b3 !important; }
  .problem { background: #0d1117 !important; color: #f0f6fc !important; border-color: #30363d !important; }
  .plain { color: #f0f6fc !important; border-color: #57606a !important; }
  .link { color: #6cb6ff !important; }
}
@media (max-width: 480px) {
  .edge { padding: 12px 0 !important; }
  .label, .value { display: block !important; width: auto !important; padding: 0 !important; white-space: normal !important; }
  .value { padding-bottom: 10px !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f8fa;">
${preview === '' ? '' : `<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>\n`}<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f8fa;">
<tr><td class="edge" align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #d0d7de;border-top:4px solid ${colour};border-radius:6px;font-family:${fonts};">
${rows.join('\n')}
</table>
</td></tr>
</table>
</body>
</html>
`

export const titleRow = (title: string, badge: MailBadge | null): string =>
  `<tr><td style="padding:24px 24px 8px;">
${badge === null ? '' : badgeMark(badge)}<h1 class="strong" style="margin:0;color:#1f2328;font-size:20px;line-height:1.35;word-break:break-word;">${escapeHtml(title)}</h1>
</td></tr>`

const badgeMark = ({ word, colour }: MailBadge): string =>
  `<p style="margin:0 0 12px;"><span style="display:inline-block;padding:3px 10px;border-radius:12px;background:${colour};color:#ffffff;font-size:13px;font-weight:600;">${escapeHtml(word)}</span></p>\n`

type Fact = readonly [label: string, value: string]

export const factsRow = (facts: readonly Fact[]): string =>
  `<tr><td style="padding:8px 24px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;line-height:1.5;">
${facts.map(factRow).join('\n')}
</table>
</td></tr>`

const factRow = ([label, value]: Fact): string =>
  `<tr><td class="quiet label" valign="top" style="padding:3px 16px 3px 0;color:#59636e;white-space:nowrap;">${escapeHtml(label)}</td>` +
  `<td class="strong value" width="100%" valign="top" style="padding:3px 0;color:#1f2328;word-break:break-word;">${escapeHtml(value)}</td></tr>`

/** The first sentence. */
export const leadRow = (text: string): string =>
  `<tr><td class="strong" style="padding:4px 24px 8px;color:#1f2328;font-size:16px;line-height:1.5;word-break:break-word;">${escapeHtml(text)}</td></tr>`

/** Additional text, with or without a label. */
export const noteRow = (text: string, label = ''): string =>
  `<tr><td class="strong" style="padding:8px 24px;color:#1f2328;font-size:14px;line-height:1.5;word-break:break-word;">${labelled(label)}${escapeHtml(text)}</td></tr>`

/** Preformatted output. */
export const preRow = (text: string, label = ''): string =>
  `<tr><td style="padding:8px 24px;font-size:14px;line-height:1.5;">${labelled(label)}<pre class="problem" style="margin:0;padding:12px;background:#f6f8fa;color:#1f2328;border:1px solid #d0d7de;border-radius:6px;font-size:13px;line-height:1.45;white-space:pre-wrap;word-break:break-word;">${escapeHtml(text)}</pre></td></tr>`

const labelled = (label: string): string =>
  label === '' ? '' : `<div class="quiet" style="color:#59636e;">${escapeHtml(label)}</div>`

interface Link {
  readonly label: string
  readonly url: string
}

export const buttonRow = (link: Link, colour: string): string => buttonsRow([link], colour)

/** The first one stands out, the others are outlined. */
export const buttonsRow = (links: readonly Link[], colour: string): string =>
  `<tr><td style="padding:12px 24px 4px;">${links.map((link, index) => button(link, index === 0 ? colour : null)).join('\n')}</td></tr>`

function button({ label, url }: Link, colour: string | null): string {
  const style =
    colour === null
      ? 'border:1px solid #8c959f;color:#1f2328;'
      : `border:1px solid ${colour};background:${colour};color:#ffffff;`
  const name = colour === null ? ' class="plain"' : ''
  return `<a${name} href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 8px 0;padding:10px 18px;border-radius:6px;${style}font-size:15px;font-weight:600;text-decoration:none;">${escapeHtml(label)}</a>`
}

/** Why the recipient gets the mail, and the unsubscribe link. */
export const footerRow = (
  text: string,
  {
    manageUrl,
    unsubscribeUrl,
    words = english,
  }: Partial<Pick<PlainMail, 'manageUrl' | 'unsubscribeUrl' | 'words'>> = {},
): string => {
  const links = [
    [words.manage, manageUrl],
    [words.unsubscribe, unsubscribeUrl],
  ] as const
  const link = links
    .flatMap(([label, url]) =>
      url === undefined
        ? []
        : `<br><a class="quiet" href="${escapeHtml(url)}" style="color:#59636e;">${escapeHtml(label)}</a>`,
    )
    .join('')
  return `<tr><td class="quiet" style="padding:16px 24px 24px;color:#59636e;font-size:12px;line-height:1.5;">${escapeHtml(text)}${link}</td></tr>`
}

/** Facts as lines of plain text, with aligned values. */
export function factLines(facts: readonly Fact[]): string[] {
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 1
  return facts.map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`)
}
