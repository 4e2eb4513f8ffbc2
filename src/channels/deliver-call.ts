import type { AlertFacts } from '#contract'
import { escapeHtml } from '#templating'
import { callTwilio } from './call-twilio.ts'
import type { Deliver } from './channel-notification.ts'
import { cutText } from './cut-text.ts'

const longestSentence = 500

/** One phone call that says what happened twice, in TwiML. */
export const deliverCall: Deliver<'CALL'> = ({ config, facts }, tools) =>
  callTwilio(tools, 'Calls', (from) => ({ To: config.number, From: from, Twiml: spoken(facts) }))

function spoken(facts: AlertFacts): string {
  const place = facts.runLocation === '' ? '' : ` Seen from ${facts.runLocation}.`
  const sentence = `Alert from Belfry. ${cutText(facts.alertTitle, longestSentence)}.${place}`
  // Control characters are not allowed in XML at all.
  const said = escapeHtml(sentence.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed())
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Say>${said}</Say><Pause length="1"/><Say>${said}</Say></Response>`
}
