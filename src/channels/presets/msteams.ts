import type { AlertFacts, AlertType } from '#contract'
import { webLink } from '../alert-event.ts'
import { alertLooks, readableFacts } from '../alert-look.ts'
import { cutText } from '../cut-text.ts'
import type { Preset } from './preset.ts'

const limits = { title: 500, error: 2000, field: 500 }
const colours: Readonly<Record<string, string>> = { Failing: 'Attention', Degraded: 'Warning', Passing: 'Good' }

/** A message with one adaptive card of version 1.2 (semantics 4.7). */
export const msteams: Preset = {
  contentType: 'application/json',
  body: (facts) => ({
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: adaptiveCard(facts) },
    ],
  }),
  // Older addresses answer 200 and tell the failure in a sentence.
  refusal: (answer) => {
    if (!/message delivery failed/i.test(answer)) return null
    if (/HTTP error 429/i.test(answer)) return 'rate limited'
    return /HTTP error 5\d\d/i.test(answer) ? 'retry' : 'rejected'
  },
}

function adaptiveCard(facts: AlertFacts) {
  const link = webLink(facts)
  const error = facts.checkErrorMessage
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    body: [
      {
        type: 'TextBlock',
        size: 'Medium',
        weight: 'Bolder',
        wrap: true,
        color: colourOf(facts.alertType),
        text: plain(cutText(`${alertLooks[facts.alertType].symbol} ${facts.alertTitle}`, limits.title)),
      },
      {
        type: 'FactSet',
        facts: readableFacts(facts).map(([title, value]) => ({ title, value: plain(cutText(value, limits.field)) })),
      },
      ...(error === ''
        ? []
        : [
            {
              type: 'TextBlock',
              wrap: true,
              fontType: 'Monospace',
              text: paragraphs(plain(cutText(error, limits.error))),
            },
          ]),
    ],
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open the result', url: link }],
  }
}

const colourOf = (type: AlertType): string => colours[alertLooks[type].word] ?? 'Warning'

/** A single line break is a space in a card. */
const paragraphs = (text: string): string => text.replaceAll('\n', '\n\n')

/** Cards read Markdown; nothing of the outside may bring links or pictures. */
const plain = (text: string): string => text.replaceAll(/[[\]]/g, String.raw`\$&`)
