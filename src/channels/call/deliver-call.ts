import { escapeHtml } from '#templating'
import { alertMessage } from '../alert-message.ts'
import type { AlertMessage } from '../alert-message.ts'
import { leadSentence } from '../alert-sentences.ts'
import { callTwilio } from '../call-twilio.ts'
import type { Deliver } from '../channel-notification.ts'
import { cutText } from '../cut-text.ts'
import { groupSummary } from '../group-summary.ts'

const limits = { title: 300, reason: 200, groupLines: 3 }

/** One phone call that reads the alert out twice, in TwiML. */
export const deliverCall: Deliver<'CALL'> = (notification, tools) =>
  callTwilio(tools, { type: 'CALL', resource: 'Calls' }, (from) => ({
    To: notification.config.number,
    From: from,
    Twiml: spoken(alertMessage(notification)),
  }))

export function spoken(message: AlertMessage): string {
  const sentences = message.group.length > 0 ? groupSentences(message) : ownSentences(message)
  const text = ['Alert from Belfry', ...sentences]
    .filter((sentence) => sentence !== '')
    .map((sentence) => sentence.replace(/[.\s]*$/, '.'))
    .join(' ')
  // Control characters are not allowed in XML at all.
  const said = escapeHtml(text.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed())
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Say>${said}</Say><Pause length="1"/><Say>${said}</Say></Response>`
}

/** The locations are mentioned only when there are several. */
function ownSentences({ facts }: AlertMessage): string[] {
  const { locations } = facts
  const share =
    locations && locations.total > 1 && locations.failing > 0
      ? `Seen from ${locations.failing} of ${locations.total} locations`
      : ''
  return [cutText(facts.alertTitle, limits.title), cutText(leadSentence(facts), limits.reason), share]
}

function groupSentences({ group }: AlertMessage): string[] {
  const { title, lines, more } = groupSummary(group, limits.groupLines)
  return [title, ...lines.map(({ word, name }) => `${name}: ${word}`), more === 0 ? '' : `And ${more} more`]
}
