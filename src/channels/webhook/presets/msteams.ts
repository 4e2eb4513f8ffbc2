import { longFacts } from '../../alert-event.ts'
import { alertLooks, detailFacts } from '../../alert-look.ts'
import type { AlertLook } from '../../alert-look.ts'
import type { AlertMessage, MessageLink } from '../../alert-message.ts'
import { deliveryNote, furtherLines, leadSentence } from '../../alert-sentences.ts'
import { cutText } from '../../cut-text.ts'
import { groupSummary, moreLine } from '../../group-summary.ts'
import type { GroupLine } from '../../group-summary.ts'
import type { Preset } from './preset.ts'

/** A card may have 28 KB, and a character four bytes. */
const limits = { title: 300, text: 600, further: 600, field: 150, groupLines: 15, url: 2000 }
const colours: Readonly<Record<string, string>> = { Failing: 'Attention', Degraded: 'Warning', Passing: 'Good' }

/** A message with one adaptive card of version 1.2. */
export const msteams: Preset = {
  contentType: 'application/json',
  body: (message) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: message.group.length > 0 ? groupCard(message) : ownCard(message),
      },
    ],
  }),
  // Older webhook URLs answer 200 with the failure as text.
  refusal: (answer) => {
    if (!/message delivery failed/i.test(answer)) return null
    if (/HTTP error 429/i.test(answer)) return 'rate limited'
    return /HTTP error 5\d\d/i.test(answer) ? 'retry' : 'rejected'
  },
}

function ownCard({ facts, links }: AlertMessage) {
  const rows = detailFacts(facts).map(([title, value]) => ({ title, value: plain(cutText(value, limits.field)) }))
  return adaptiveCard(alertLooks[facts.alertType], facts.alertTitle, links, [
    ...textBlocks(leadSentence(facts)),
    ...textBlocks(deliveryNote(facts)),
    ...monospace(furtherLines(facts)),
    { type: 'FactSet', facts: rows },
    ...longFacts(facts).flatMap(([label, value]) => textBlocks(`${label}: ${value}`)),
  ])
}

function groupCard({ group }: AlertMessage) {
  const summary = groupSummary(group, limits.groupLines)
  return adaptiveCard(
    summary.look,
    summary.title,
    [],
    [...summary.lines.flatMap(lineBlocks), ...textBlocks(moreLine(summary))],
  )
}

function lineBlocks({ look, word, name, reason, links }: GroupLine) {
  const [link] = links.filter(({ url }) => url.length <= limits.url)
  const shown = link ? ` [${link.label}](${link.url.replaceAll('(', '%28').replaceAll(')', '%29')})` : ''
  const text = [`${look.symbol} **${plain(name)}** ${word}`, plain(reason)].filter((part) => part !== '').join(': ')
  return [{ type: 'TextBlock', wrap: true, text: `${text}${shown}` }]
}

const adaptiveCard = (look: AlertLook, title: string, links: readonly MessageLink[], blocks: readonly object[]) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.2',
  body: [
    {
      type: 'TextBlock',
      size: 'Medium',
      weight: 'Bolder',
      wrap: true,
      color: colours[look.word] ?? 'Warning',
      text: plain(cutText(`${look.symbol} ${title}`, limits.title)),
    },
    ...blocks,
  ],
  actions: links
    .filter(({ url }) => url.length <= limits.url)
    .map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
})

const textBlocks = (text: string) =>
  text === '' ? [] : [{ type: 'TextBlock', wrap: true, text: plain(cutText(text, limits.text)) }]

const monospace = (text: string) =>
  text === ''
    ? []
    : [
        {
          type: 'TextBlock',
          wrap: true,
          fontType: 'Monospace',
          text: paragraphs(plain(cutText(text, limits.further))),
        },
      ]

/** A single line break is a space in a card. */
const paragraphs = (text: string): string => text.replaceAll('\n', '\n\n')

/** Cards render Markdown; untrusted values must not add links or images. */
const plain = (text: string): string => text.replaceAll(/[[\]]/g, String.raw`\$&`)
