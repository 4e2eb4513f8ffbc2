import { longFacts } from '../../incident-event.ts'
import { alertStyles, detailFacts } from '../../alert-style.ts'
import type { AlertStyle } from '../../alert-style.ts'
import type { AlertMessage, MessageLink } from '../../alert-message.ts'
import { deliveryNote, furtherLines, leadText } from '../../alert-text.ts'
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
  rejection: (answer) => {
    if (!/message delivery failed/i.test(answer)) return null
    if (/HTTP error 429/i.test(answer)) return 'rate limited'
    return /HTTP error 5\d\d/i.test(answer) ? 'retry' : 'rejected'
  },
}

function ownCard({ facts, links }: AlertMessage) {
  const rows = detailFacts(facts).map(([title, value]) => ({ title, value: plain(cutText(value, limits.field)) }))
  return adaptiveCard(alertStyles[facts.alertType], facts.alertTitle, links, [
    ...textBlocks(leadText(facts)),
    ...textBlocks(deliveryNote(facts)),
    ...monospace(furtherLines(facts)),
    { type: 'FactSet', facts: rows },
    ...longFacts(facts).flatMap(([label, value]) => textBlocks(`${label}: ${value}`)),
  ])
}

function groupCard({ group }: AlertMessage) {
  const summary = groupSummary(group, limits.groupLines)
  return adaptiveCard(
    summary.style,
    summary.title,
    [],
    [...summary.lines.flatMap(lineBlocks), ...textBlocks(moreLine(summary))],
  )
}

function lineBlocks({ style, word, name, reason, links }: GroupLine) {
  const [link] = links.filter(({ url }) => url.length <= limits.url)
  const displayed = link ? ` [${link.label}](${link.url.replaceAll('(', '%28').replaceAll(')', '%29')})` : ''
  const text = [`${style.symbol} **${plain(name)}** ${word}`, plain(reason)].filter((part) => part !== '').join(': ')
  return [{ type: 'TextBlock', wrap: true, text: `${text}${displayed}` }]
}

const adaptiveCard = (style: AlertStyle, title: string, links: readonly MessageLink[], blocks: readonly object[]) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.2',
  body: [
    {
      type: 'TextBlock',
      size: 'Medium',
      weight: 'Bolder',
      wrap: true,
      color: colours[style.word] ?? 'Warning',
      text: plain(cutText(`${style.symbol} ${title}`, limits.title)),
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
