import type { AlertFacts } from '#contract'
import { webLink } from './alert-event.ts'
import { alertLooks, readableFacts } from './alert-look.ts'
import { cutText } from './cut-text.ts'

/** Lengths Slack accepts in Block Kit; `&` grows to five characters when escaped. */
const limits = { header: 150, section: 2900 / 5, field: 1900 / 5, url: 3000, fields: 10 }

/**
 * A Slack message in Block Kit: the title, then beside a bar in the state's colour the facts, what went wrong and a
 * button to the result. `text` is what notifications show.
 */
export function slackMessage(facts: AlertFacts) {
  const look = alertLooks[facts.alertType]
  const title = cutText(`${look.symbol} ${facts.alertTitle}`, limits.header)
  const details = [
    { type: 'section', fields: readableFacts(facts).slice(0, limits.fields).map(fieldOf) },
    ...errorBlocks(facts.checkErrorMessage),
    ...linkBlocks(webLink(facts)),
  ]
  return {
    text: escapeSlack(title),
    blocks: [{ type: 'header', text: { type: 'plain_text', text: title, emoji: true } }],
    attachments: [{ color: look.colour, fallback: escapeSlack(title), blocks: details }],
  }
}

const fieldOf = ([label, value]: readonly [string, string]) => ({
  type: 'mrkdwn',
  verbatim: true,
  text: `*${label}*\n${escapeSlack(cutText(value, limits.field))}`,
})

/** Backticks inside would end the code block early. */
const errorBlocks = (message: string) =>
  message === ''
    ? []
    : [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            verbatim: true,
            text: `\`\`\`${escapeSlack(cutText(message.replaceAll('`', 'ˋ'), limits.section))}\`\`\``,
          },
        },
      ]

const linkBlocks = (link: string | null) =>
  link !== null && link.length <= limits.url
    ? [
        {
          type: 'actions',
          elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open the result' }, url: link }],
        },
      ]
    : []

/** `<!channel>` and links are written with angle brackets, so nothing of the outside may bring them. Plain text has none. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
