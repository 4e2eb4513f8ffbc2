import type { AlertFacts } from '#contract'
import { webLink } from './alert-event.ts'
import { callTwilio } from './call-twilio.ts'
import type { Deliver } from './channel-notification.ts'
import { cutText } from './cut-text.ts'

const limits = { title: 160, error: 160 }

/** One text message. A sender that begins with MG is a messaging service, which has a field of its own. */
export const deliverSms: Deliver<'SMS'> = ({ config, facts }, tools) =>
  callTwilio(tools, 'Messages', (from) => ({
    To: config.number,
    ...(/^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }),
    Body: messageText(facts),
  }))

/** Short, since every 70 to 160 characters are paid for. */
function messageText(facts: AlertFacts): string {
  const [error = ''] = facts.checkErrorMessage.split('\n')
  const place = facts.runLocation === '' ? '' : ` (${facts.runLocation})`
  const lines = [
    `${cutText(facts.alertTitle, limits.title)}${place}`,
    cutText(error, limits.error),
    webLink(facts) ?? '',
  ]
  return lines.filter((line) => line !== '').join('\n')
}
