import { escapeHtml } from '#templating'
import type { MessageItem } from '../alert-message.ts'
import { groupSummary, moreLine } from '../group-summary.ts'
import type { GroupLine } from '../group-summary.ts'
import { footerRow, mailFrame, noteRow, titleRow } from '../mail-frame.ts'

const maxLines = 50

export const groupTitle = (group: readonly MessageItem[]): string => groupSummary(group, maxLines).title

/** Many checks in one mail, as plain text. */
export function groupMailText(group: readonly MessageItem[], reason: string): string {
  const summary = groupSummary(group, maxLines)
  const parts = [summary.title, ...summary.lines.map(lineText), moreLine(summary)]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n-- \n${reason}\n`
}

const lineText = ({ word, name, reason, links }: GroupLine): string =>
  [`${word}: ${name}`, reason, ...links.map(({ label, url }) => `${label}: ${url}`)]
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : `  ${part}`))
    .join('\n')

/** Many checks in one mail, as HTML. */
export function groupMailHtml(group: readonly MessageItem[], reason: string): string {
  const summary = groupSummary(group, maxLines)
  const more = moreLine(summary)
  return mailFrame(summary.title, summary.style.colour, [
    titleRow(summary.title, null),
    ...summary.lines.map(lineRow),
    ...(more === '' ? [] : [noteRow(more)]),
    footerRow(reason),
  ])
}

function lineRow({ style, word, name, reason, links }: GroupLine): string {
  const because =
    reason === ''
      ? ''
      : `<div class="strong" style="color:#1f2328;font-size:14px;line-height:1.5;word-break:break-word;">${escapeHtml(reason)}</div>`
  const displayed = links
    .map(
      ({ label, url }) =>
        `<a class="link" href="${escapeHtml(url)}" style="display:inline-block;margin:4px 16px 0 0;color:#0969da;font-size:14px;">${escapeHtml(label)}</a>`,
    )
    .join('')
  return `<tr><td style="padding:8px 24px;">
<div class="line" style="padding:0 0 0 12px;border-left:4px solid ${style.colour};">
<div class="strong" style="color:#1f2328;font-size:16px;line-height:1.4;font-weight:600;word-break:break-word;">${escapeHtml(name)}</div>
<div class="quiet" style="color:#59636e;font-size:13px;line-height:1.5;">${escapeHtml(word)}</div>
${because}${displayed}
</div></td></tr>`
}
