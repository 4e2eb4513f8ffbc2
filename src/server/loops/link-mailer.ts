import { deliverPlainMail } from '#channels'
import { claimDueLinkMails, recordLinkMailTry } from '#management'
import type { PendingLinkMail } from '#management'
import type { Loop } from './run-loop.ts'
import type { SubscriberMailerTools } from './subscriber-mailer.ts'

const batch = 10
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = 30_000
const idleMs = 2_000

/**
 * Sends one-time links to people: invites, and links that confirm new addresses; `link_mails` announces that one is due. A
 * crash between sending and recording sends again, with the same message id and the same link.
 */
export const linkMailerLoop = (tools: SubscriberMailerTools): Loop => ({
  name: 'link mails',
  iteration: async () => {
    const { store, clock, mailTools } = tools
    const claim = { nowMs: clock.now(), limit: batch, leaseMs, publicUrl: mailTools.publicUrl }
    const pending = await claimDueLinkMails(store, claim)
    await Promise.all(pending.map((mail) => deliverOne(tools, mail)))
    return pending.length > 0 ? 0 : idleMs
  },
})

async function deliverOne({ store, clock, log, metrics, mailTools }: SubscriberMailerTools, one: PendingLinkMail) {
  const delivery = await deliverPlainMail(one.mail, { ...mailTools, clock })
  metrics.delivered(one.kind, delivery.outcome)
  if (delivery.outcome === 'rejected')
    log.warn({ kind: one.kind, response: delivery.response }, 'The mail of a link was rejected')
  await recordLinkMailTry(store, one, delivery, clock.now())
}
