import { deliverPlainMail } from '#channels'
import { claimDueLocationMails, recordLocationMailTry } from '#runs'
import type { PendingLocationMail } from '#runs'
import type { Loop } from './run-loop.ts'
import type { SubscriberMailerTools } from './subscriber-mailer.ts'

const batch = 10
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = 30_000
const idleMs = 2_000

/**
 * Sends the mails about private locations that became unavailable or available. A crash between sending and recording
 * sends again, with the same message id.
 */
export const locationMailerLoop = (tools: SubscriberMailerTools): Loop => ({
  name: 'location mails',
  iteration: async () => {
    const { store, clock, mailTools } = tools
    const claim = { nowMs: clock.now(), limit: batch, leaseMs, publicUrl: mailTools.publicUrl }
    const pending = await claimDueLocationMails(store, claim)
    await Promise.all(pending.map((mail) => deliverOne(tools, mail)))
    return pending.length > 0 ? 0 : idleMs
  },
})

async function deliverOne({ store, clock, log, metrics, mailTools }: SubscriberMailerTools, one: PendingLocationMail) {
  const delivery = await deliverPlainMail(one.mail, { ...mailTools, clock })
  metrics.delivered('LOCATION', delivery.outcome)
  if (delivery.outcome === 'rejected')
    log.warn({ response: delivery.response }, 'A mail about a private location was rejected')
  await recordLocationMailTry(store, one, delivery, clock.now())
}
