import { longFacts, webLink } from '../../alert-event.ts'
import { alertLooks, detailFacts } from '../../alert-look.ts'
import type { AlertLook } from '../../alert-look.ts'
import type { AlertMessage, MessageLink } from '../../alert-message.ts'
import { deliveryNote, furtherLines, leadSentence } from '../../alert-sentences.ts'
import { cutText } from '../../cut-text.ts'
import { groupSummary, moreLine } from '../../group-summary.ts'
import type { GroupLine } from '../../group-summary.ts'
import type { Preset } from './preset.ts'

/** Discord takes 6000 characters in one embed and 4096 in its description, and escaping doubles a value at worst. */
const limits = { title: 256, lead: 400, further: 400, long: 250, field: 60, fields: 14, url: 300, groupLines: 10 }

/** One embed in the colour of the state. Nothing in it mentions anybody. */
export const discord: Preset = {
  contentType: 'application/json',
  body: (message) => ({
    allowed_mentions: { parse: [] },
    embeds: [message.group.length > 0 ? groupEmbed(message) : ownEmbed(message)],
  }),
}

function ownEmbed(message: AlertMessage) {
  const { facts, links } = message
  const look = alertLooks[facts.alertType]
  const link = webLink(message)
  const long = longFacts(facts).map(([label, value]) => `**${label}:** ${plain(cutText(value, limits.long))}`)
  const parts = [
    plain(cutText(leadSentence(facts), limits.lead)),
    plain(deliveryNote(facts)),
    codeBlock(furtherLines(facts)),
    ...long,
    markdownLinks(links),
  ]
  return {
    ...heading(look, facts.alertTitle),
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
    ...heading(summary.look, summary.title),
    ...described([...summary.lines.map(groupLine), moreLine(summary)]),
  }
}

const heading = ({ symbol, colour }: AlertLook, title: string) => ({
  title: cutText(`${symbol} ${title}`, limits.title),
  color: Number.parseInt(colour.slice(1), 16),
})

const described = (parts: readonly string[]) => {
  const description = parts.filter((part) => part !== '').join('\n\n')
  return description === '' ? {} : { description }
}

const groupLine = ({ look, word, name, reason, links }: GroupLine): string =>
  [`${look.symbol} **${plain(name)}** ${word}`, plain(cutText(reason, limits.field)), markdownLinks(links.slice(0, 1))]
    .filter((part) => part !== '')
    .join('\n')

/** Parentheses would end the address. */
const markdownLinks = (links: readonly MessageLink[]): string =>
  links
    .filter(({ url }) => url.length <= limits.url)
    .map(({ label, url }) => `[${label}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`)
    .join(' · ')

/** Backticks inside would end the code block early. */
const codeBlock = (text: string): string =>
  text === '' ? '' : `\`\`\`\n${cutText(text.replaceAll('`', 'ˋ'), limits.further)}\n\`\`\``

/** Discord reads Markdown; a value shall stay what it is. */
const plain = (text: string): string => text.replaceAll(/[\\`*_~|[\]<>#]/g, String.raw`\$&`)
