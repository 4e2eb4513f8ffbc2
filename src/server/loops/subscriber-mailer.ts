import { createMailPool, deliverPlainMail } from '#channels'
import type { PlainMailTools } from '#channels'
import type { Delivery } from '#contract'
import { hourMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import type { PageLanguages } from '#page-texts'
import { claimDueMails, forgetOldMails, recordMailTry } from '#publishing'
import type { ClaimedMail } from '#publishing'
import type { Store } from '#storage/database'
import type { SelfMetrics } from '../metrics/self-metrics.ts'
import type { Loop } from './run-loop.ts'

export interface SubscriberMailerTools {
  readonly store: Store
  /** Of status pages; absent: those of the product. */
  readonly languages?: PageLanguages
  readonly clock: Clock
  readonly log: Log
  readonly metrics: SelfMetrics
  readonly mailTools: Omit<PlainMailTools, 'clock'>
}

const batch = 20
/** To the mail server at once. */
const connections = 10
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = 30_000
const idleMs = 1_000
const upkeepEveryMs = hourMs

/**
 * Sends the pending mails to subscribers of status pages. A crash between sending and recording sends again, with the
 * same message id.
 */
export function subscriberMailerLoop(tools: SubscriberMailerTools): Loop {
  const { store, clock, languages } = tools
  const mailTools = pooled(tools.mailTools)
  let upkeepAt = 0
  return {
    name: 'subscriber mails',
    iteration: async () => {
      if (clock.now() >= upkeepAt) {
        await forgetOldMails(store, clock.now())
        upkeepAt = clock.now() + upkeepEveryMs
      }
      const { publicUrl } = mailTools
      const pending = await claimDueMails(store, { nowMs: clock.now(), limit: batch, leaseMs, publicUrl, languages })
      const deliveries = await Promise.all(pending.map((mail) => deliverOne({ ...tools, mailTools }, mail)))
      logRejected(tools.log, deliveries)
      return pending.length > 0 ? 0 : idleMs
    },
  }
}

const pooled = ({ mail, ...others }: SubscriberMailerTools['mailTools']): SubscriberMailerTools['mailTools'] => ({
  ...others,
  mail: mail && { ...mail, pool: createMailPool(mail.url, connections) },
})

async function deliverOne({ store, clock, metrics, mailTools, log }: SubscriberMailerTools, pending: ClaimedMail) {
  const delivery = await attempt(pending, { ...mailTools, clock }, log)
  metrics.delivered('SUBSCRIBER', delivery.outcome)
  const { isEnded } = await recordMailTry(store, pending, delivery, clock.now())
  if (isEnded)
    log.warn({ subscriptionId: pending.subscriberId }, 'A subscription has ended: its mailbox does not exist any more')
  return delivery
}

async function attempt({ mail, messageId }: ClaimedMail, tools: PlainMailTools, log: Log): Promise<Delivery> {
  try {
    return await deliverPlainMail(mail, tools)
  } catch (error) {
    log.error({ messageId, error: String(error) }, 'A mail to a subscriber failed unexpectedly')
    return { outcome: 'retry', response: 'The delivery failed inside the service; the log has the details.' }
  }
}

/** One line for an iteration: without a mail server every subscriber of a page would make one. */
function logRejected(log: Log, deliveries: readonly Delivery[]): void {
  const rejected = deliveries.filter(({ outcome }) => outcome === 'rejected')
  const [first] = rejected
  if (first) log.warn({ mails: rejected.length, response: first.response }, 'Mails to subscribers were rejected')
}
