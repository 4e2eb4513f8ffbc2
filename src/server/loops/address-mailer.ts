import { deliverPlainMail } from '#channels'
import { claimDueAddressMails, recordAddressMailTry } from '#management'
import type { PendingAddressMail } from '#management'
import type { Loop } from './run-loop.ts'
import type { SubscriberMailerTools } from './subscriber-mailer.ts'

const batch = 10
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = 30_000
const idleMs = 2_000

/** Sends the links that confirm new addresses. A crash between sending and recording sends again, with the same message id and the same link. */
export const addressMailerLoop = (tools: SubscriberMailerTools): Loop => ({
  name: 'address mails',
  turn: async () => {
    const { store, clock, mailTools } = tools
    const claim = { nowMs: clock.now(), limit: batch, leaseMs, publicUrl: mailTools.publicUrl }
    const pending = await claimDueAddressMails(store, claim)
    await Promise.all(pending.map((mail) => deliverOne(tools, mail)))
    return pending.length > 0 ? 0 : idleMs
  },
})

async function deliverOne({ store, clock, log, metrics, mailTools }: SubscriberMailerTools, one: PendingAddressMail) {
  const delivery = await deliverPlainMail(one.mail, { ...mailTools, clock })
  metrics.delivered('ADDRESS', delivery.outcome)
  if (delivery.outcome === 'rejected')
    log.warn({ response: delivery.response }, 'The mail to a new address was rejected')
  await recordAddressMailTry(store, one, delivery, clock.now())
}
