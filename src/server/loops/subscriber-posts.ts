import { postToSubscriber } from '#channels'
import type { SubscriberPostTools } from '#channels'
import type { Allowances } from '#contract'
import type { Clock, Log } from '#kernel'
import type { PageLanguages } from '#page-texts'
import { claimDuePosts, recordPostTry } from '#publishing'
import type { ClaimedPost } from '#publishing'
import type { Store } from '#storage/database'
import type { SelfMetrics } from '../metrics/self-metrics.ts'
import type { Loop } from './run-loop.ts'

export interface SubscriberPosterTools {
  readonly store: Store
  /** Of status pages; absent: those of the product. */
  readonly languages?: PageLanguages
  readonly clock: Clock
  readonly log: Log
  readonly metrics: SelfMetrics
  readonly postTools: Omit<SubscriberPostTools, 'clock'>
  /** The limits of the plan; absent: none. */
  readonly allowances?: Allowances
}

const batch = 20
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = 30_000
const idleMs = 1_000

/**
 * Sends the pending messages to subscribers of status pages who are not mailed. A crash between sending and recording
 * sends again, with the same id.
 */
export const subscriberPosterLoop = (tools: SubscriberPosterTools): Loop => ({
  name: 'subscriber messages',
  iteration: async () => {
    const { store, clock, postTools, languages } = tools
    const claim = { nowMs: clock.now(), limit: batch, leaseMs, publicUrl: postTools.publicUrl, languages }
    const pending = await claimDuePosts(store, claim)
    await Promise.all(pending.map((one) => postOne(tools, one)))
    return pending.length > 0 ? 0 : idleMs
  },
})

async function postOne(tools: SubscriberPosterTools, { row, post }: ClaimedPost): Promise<void> {
  const { store, clock, log, metrics, allowances = {} } = tools
  const posted = await attempt(tools, post)
  metrics.delivered('SUBSCRIBER', posted.delivery.outcome)
  const isEnded = await recordPostTry(store, row, posted, { nowMs: clock.now(), allowances })
  if (isEnded)
    log.warn(
      { subscriptionId: row.subscriberId, response: posted.delivery.response },
      'A subscription has ended: its messages fail',
    )
}

const failedInside = 'The delivery failed inside the service; the log has the details.'

async function attempt({ clock, log, postTools }: SubscriberPosterTools, post: ClaimedPost['post']) {
  const untold = { isConfirmed: false, isGone: false }
  if (post === null)
    return { delivery: { outcome: 'rejected' as const, response: 'The address cannot be read.' }, ...untold }
  try {
    return await postToSubscriber(post, { ...postTools, clock })
  } catch (error) {
    log.error({ error: String(error) }, 'A message to a subscriber failed unexpectedly')
    return { delivery: { outcome: 'retry' as const, response: failedInside }, ...untold }
  }
}
