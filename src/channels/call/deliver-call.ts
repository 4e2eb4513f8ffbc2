import { escapeHtml } from '#templating'
import { alertMessage } from '../alert-message.ts'
import type { AlertMessage } from '../alert-message.ts'
import { leadText } from '../alert-text.ts'
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
  const texts = message.group.length > 0 ? groupTexts(message) : ownTexts(message)
  const text = ['Alert from Belfry', ...texts]
    .filter((part) => part !== '')
    .map((part) => part.replace(/[.\s]*$/, '.'))
    .join(' ')
  // Control characters are not allowed in XML at all.
  const speech = escapeHtml(text.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed())
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Say>${speech}</Say><Pause length="1"/><Say>${speech}</Say></Response>`
}

/** The locations are mentioned only when there are several. */
function ownTexts({ facts }: AlertMessage): string[] {
  const { locations } = facts
  const share =
    locations && locations.total > 1 && locations.failing > 0
      ? `Seen from ${locations.failing} of ${locations.total} locations`
      : ''
  return [cutText(facts.alertTitle, limits.title), cutText(leadText(facts), limits.reason), share]
}

function groupTexts({ group }: AlertMessage): string[] {
  const { title, lines, more } = groupSummary(group, limits.groupLines)
  return [title, ...lines.map(({ word, name }) => `${name}: ${word}`), more === 0 ? '' : `And ${more} more`]
}
