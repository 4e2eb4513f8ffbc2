import { alertMessage } from '../alert-message.ts'
import type { AlertMessage } from '../alert-message.ts'
import { webLink } from '../incident-event.ts'
import { heldBackText, leadText } from '../alert-text.ts'
import { callTwilio } from '../call-twilio.ts'
import type { Deliver } from '../channel-notification.ts'
import { cutText } from '../cut-text.ts'
import { groupSummary } from '../group-summary.ts'

const limits = { title: 160, reason: 160, groupLines: 3, groupLine: 60 }

/** One text message. A sender that begins with MG is a messaging service, which has a separate field. */
export const deliverSms: Deliver<'SMS'> = (notification, tools) =>
  callTwilio(tools, { type: 'SMS', resource: 'Messages' }, (from) => ({
    To: notification.config.number,
    ...(/^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }),
    Body: smsText(alertMessage(notification)),
  }))

/** Short, since every segment of 70 to 160 characters is charged. */
export function smsText(message: AlertMessage): string {
  const lines = message.group.length > 0 ? groupLines(message) : ownLines(message)
  return lines.filter((line) => line !== '').join('\n')
}

function ownLines(message: AlertMessage): string[] {
  const { facts } = message
  return [
    cutText(facts.alertTitle, limits.title),
    cutText(leadText(facts), limits.reason),
    facts.heldBack ? heldBackText(facts) : '',
    webLink(message) ?? '',
  ]
}

function groupLines({ group }: AlertMessage): string[] {
  const { title, lines, more } = groupSummary(group, limits.groupLines)
  const names = lines.map(({ word, name }) => cutText(`${word}: ${name}`, limits.groupLine))
  return [title, ...names, more === 0 ? '' : `and ${more} more`]
}
