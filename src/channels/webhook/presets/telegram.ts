import { escapeHtml } from '#templating'
import { longFacts } from '../../incident-event.ts'
import { alertStyles, detailFacts } from '../../alert-style.ts'
import type { AlertMessage, MessageLink } from '../../alert-message.ts'
import { deliveryNote, furtherLines, leadText } from '../../alert-text.ts'
import { cutText } from '../../cut-text.ts'
import { groupSummary, moreLine } from '../../group-summary.ts'
import type { GroupLine } from '../../group-summary.ts'
import type { Preset } from './preset.ts'

/** A message may have 4096 characters; every part is cut separately, so that no tag is cut. */
const limits = { title: 300, lead: 400, field: 100, further: 500, long: 300, groupLines: 10, groupReason: 120 }

/** The form of the bot method `sendMessage`, in Telegram's HTML. */
export const telegram: Preset = {
  contentType: 'application/x-www-form-urlencoded',
  body: (message, parameters) => ({
    ...parameters,
    parse_mode: 'HTML',
    disable_web_page_preview: 'true',
    text: message.group.length > 0 ? groupHtml(message) : ownHtml(message),
  }),
}

function ownHtml({ facts, links }: AlertMessage): string {
  const title = cutText(`${alertStyles[facts.alertType].symbol} ${facts.alertTitle}`, limits.title)
  const further = cutText(furtherLines(facts), limits.further)
  const rows = [
    ...detailFacts(facts).map(([label, value]) => [label, cutText(value, limits.field)] as const),
    ...longFacts(facts).map(([label, value]) => [label, cutText(value, limits.long)] as const),
  ]
  return joined('\n\n', [
    `<b>${escapeHtml(title)}</b>`,
    escapeHtml(cutText(leadText(facts), limits.lead)),
    escapeHtml(deliveryNote(facts)),
    further === '' ? '' : `<pre>${escapeHtml(further)}</pre>`,
    linksHtml(links),
    rows.map(([label, value]) => `${label}: ${escapeHtml(value)}`).join('\n'),
  ])
}

function groupHtml({ group }: AlertMessage): string {
  const summary = groupSummary(group, limits.groupLines)
  const title = `<b>${summary.style.symbol} ${escapeHtml(summary.title)}</b>`
  return joined('\n\n', [title, ...summary.lines.map(lineHtml), moreLine(summary)])
}

const lineHtml = ({ style, word, name, reason, links }: GroupLine): string =>
  joined('\n', [
    `${style.symbol} <b>${escapeHtml(name)}</b> ${word}`,
    escapeHtml(cutText(reason, limits.groupReason)),
    linksHtml(links.slice(0, 1)),
  ])

const linksHtml = (links: readonly MessageLink[]): string =>
  links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${label}</a>`).join(' · ')

const joined = (separator: string, parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator)
