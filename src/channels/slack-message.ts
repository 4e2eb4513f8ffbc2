import { longFacts } from './incident-event.ts'
import { alertStyles, detailFacts } from './alert-style.ts'
import type { Row } from './alert-style.ts'
import type { AlertMessage, MessageLink } from './alert-message.ts'
import { deliveryNote, furtherLines, leadText } from './alert-text.ts'
import { cutText } from './cut-text.ts'
import { groupSummary, moreLine } from './group-summary.ts'
import type { GroupLine } from './group-summary.ts'

/** Maximum lengths of Block Kit; `&` becomes five characters when escaped. */
const limits = { header: 150, section: 2900 / 5, field: 1900 / 5, url: 3000, fields: 10, groupLines: 20, groupUrl: 500 }

/**
 * A Slack message in Block Kit: the title, then an attachment in the colour of the state with the reason, buttons and
 * facts. `text` is displayed in notifications.
 */
export const slackMessage = (message: AlertMessage) => (message.group.length > 0 ? ofGroup(message) : ofOne(message))

function ofOne({ facts, links }: AlertMessage) {
  const lead = leadText(facts)
  return framed(alertStyles[facts.alertType], facts.alertTitle, lead, [
    ...textBlocks(lead),
    ...textBlocks(deliveryNote(facts)),
    ...codeBlocks(furtherLines(facts)),
    ...linkBlocks(links),
    { type: 'section', fields: detailFacts(facts).slice(0, limits.fields).map(fieldOf) },
    ...longFacts(facts).map((row) => section(fieldText(row, limits.section))),
  ])
}

function ofGroup({ group }: AlertMessage) {
  const summary = groupSummary(group, limits.groupLines)
  return framed(summary.style, summary.title, '', [
    ...summary.lines.map((line) => section(lineText(line))),
    ...textBlocks(moreLine(summary)),
  ])
}

function framed(style: { symbol: string; colour: string }, heading: string, lead: string, details: object[]) {
  const title = cutText(`${style.symbol} ${heading}`, limits.header)
  const text = escapeSlack(lead === '' ? title : `${title}: ${cutText(lead, limits.section)}`)
  return {
    text,
    blocks: [{ type: 'header', text: { type: 'plain_text', text: title, emoji: true } }],
    attachments: [{ color: style.colour, fallback: text, blocks: details }],
  }
}

function lineText({ style, word, name, reason, links }: GroupLine): string {
  const displayed = links.filter(({ url }) => url.length <= limits.groupUrl)
  const head = `${style.symbol} *${escapeMrkdwn(name)}* ${word}`
  const joined = displayed.map(({ label, url }) => `<${escapeUrl(url)}|${label}>`).join('  ')
  return [head, escapeMrkdwn(reason), joined].filter((part) => part !== '').join('\n')
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', verbatim: true, text } })
const textBlocks = (text: string) => (text === '' ? [] : [section(escapeMrkdwn(cutText(text, limits.section)))])

const fieldText = ([label, value]: Row, length: number): string => `*${label}*\n${escapeMrkdwn(cutText(value, length))}`
const fieldOf = (row: Row) => ({ type: 'mrkdwn', verbatim: true, text: fieldText(row, limits.field) })

/** Backticks inside would end the code block early. */
const codeBlocks = (text: string) =>
  text === '' ? [] : [section(`\`\`\`${escapeSlack(cutText(text.replaceAll('`', 'ˋ'), limits.section))}\`\`\``)]

/** Slack rejects the entire message when a URL is too long. */
function linkBlocks(links: readonly MessageLink[]) {
  const elements = links
    .filter(({ url }) => url.length <= limits.url)
    .map(({ label, url }) => ({ type: 'button', text: { type: 'plain_text', text: label }, url }))
  return elements.length === 0 ? [] : [{ type: 'actions', elements }]
}

/** Angle brackets are escaped, because `<!channel>` and links are written with them and values are untrusted. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Three backticks would begin a code block. */
const escapeMrkdwn = (text: string): string => escapeSlack(text).replaceAll('```', 'ˋˋˋ')

const escapeUrl = (url: string): string => escapeSlack(url).replaceAll('|', '%7C')
