import { longFacts, webLink } from '../../incident-event.ts'
import { alertStyles, detailFacts } from '../../alert-style.ts'
import type { AlertStyle } from '../../alert-style.ts'
import type { AlertMessage, MessageLink } from '../../alert-message.ts'
import { deliveryNote, furtherLines, leadText } from '../../alert-text.ts'
import { cutText } from '../../cut-text.ts'
import { groupSummary, moreLine } from '../../group-summary.ts'
import type { GroupLine } from '../../group-summary.ts'
import type { Preset } from './preset.ts'

/** Discord allows 6000 characters in one embed and 4096 in its description; escaping at most doubles a value. */
const limits = { title: 256, lead: 400, further: 400, long: 250, field: 60, fields: 14, url: 300, groupLines: 10 }

/** One embed in the colour of the state, without mentions. */
export const discord: Preset = {
  contentType: 'application/json',
  body: (message) => ({
    allowed_mentions: { parse: [] },
    embeds: [message.group.length > 0 ? groupEmbed(message) : ownEmbed(message)],
  }),
}

function ownEmbed(message: AlertMessage) {
  const { facts, links } = message
  const style = alertStyles[facts.alertType]
  const link = webLink(message)
  const long = longFacts(facts).map(([label, value]) => `**${label}:** ${plain(cutText(value, limits.long))}`)
  const parts = [
    plain(cutText(leadText(facts), limits.lead)),
    plain(deliveryNote(facts)),
    codeBlock(furtherLines(facts)),
    ...long,
    markdownLinks(links),
  ]
  return {
    ...heading(style, facts.alertTitle),
    ...(link === null ? {} : { url: link }),
    ...described(parts),
    fields: detailFacts(facts)
      .slice(0, limits.fields)
      .map(([name, value]) => ({ name, value: plain(cutText(value, limits.field)), inline: true })),
    timestamp: facts.startedAt,
  }
}

function groupEmbed({ group }: AlertMessage) {
  const summary = groupSummary(group, limits.groupLines)
  return {
    ...heading(summary.style, summary.title),
    ...described([...summary.lines.map(groupLine), moreLine(summary)]),
  }
}

const heading = ({ symbol, colour }: AlertStyle, title: string) => ({
  title: cutText(`${symbol} ${title}`, limits.title),
  color: Number.parseInt(colour.slice(1), 16),
})

const described = (parts: readonly string[]) => {
  const description = parts.filter((part) => part !== '').join('\n\n')
  return description === '' ? {} : { description }
}

const groupLine = ({ style, word, name, reason, links }: GroupLine): string =>
  [`${style.symbol} **${plain(name)}** ${word}`, plain(cutText(reason, limits.field)), markdownLinks(links.slice(0, 1))]
    .filter((part) => part !== '')
    .join('\n')

/** Parentheses would end the URL. */
const markdownLinks = (links: readonly MessageLink[]): string =>
  links
    .filter(({ url }) => url.length <= limits.url)
    .map(({ label, url }) => `[${label}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`)
    .join(' · ')

/** Backticks inside would end the code block early. */
const codeBlock = (text: string): string =>
  text === '' ? '' : `\`\`\`\n${cutText(text.replaceAll('`', 'ˋ'), limits.further)}\n\`\`\``

/** Escapes Markdown, so that a value is displayed as it is. */
const plain = (text: string): string => text.replaceAll(/[\\`*_~|[\]<>#]/g, String.raw`\$&`)
