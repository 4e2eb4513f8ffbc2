import { deliver, deliveryPolicy } from '#channels'
import type { ChannelNotification, ChannelTools } from '#channels'
import { isImplementedChannelType } from '#contract'
import { claimOwedNotifications, recordTry } from '#dispatch'
import type { OwedNotification } from '#dispatch'
import type { Delivery } from '#contract'
import type { Clock, Log } from '#kernel'
import type { ChannelDefinition, Store } from '#storage'
import type { SelfMetrics } from '../self-metrics.ts'
import type { Loop } from './run-loop.ts'

export interface NotifierTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly channelTools: Omit<ChannelTools, 'now' | 'signal'>
  readonly metrics: SelfMetrics
  readonly signal: AbortSignal
}

const batch = 50
/** Longer than any delivery may take, so that nobody sends twice while somebody still tries. */
const leaseMs = 60_000
const idleMs = 1_000

/** Delivers what is owed. A crash between sending and recording sends again, with the same notification id. */
export const notifierLoop = (tools: NotifierTools): Loop => ({
  name: 'notifications',
  turn: async () => {
    const owed = await claimOwedNotifications(tools.store, { nowMs: tools.clock.now(), limit: batch, leaseMs })
    await Promise.all(owed.map((notification) => deliverOne(tools, notification)))
    return owed.length === batch ? 0 : idleMs
  },
})

async function deliverOne(tools: NotifierTools, notification: OwedNotification): Promise<void> {
  const delivery = await attempt(tools, notification)
  tools.metrics.delivered(notification.channel?.type ?? 'NONE', delivery.outcome)
  if (delivery.outcome === 'rejected')
    tools.log.warn(
      { notificationId: notification.id, channelId: notification.channel?.id, response: delivery.response },
      'A notification was rejected',
    )
  await recordTry(tools.store, notification, delivery, { nowMs: tools.clock.now(), pacing: deliveryPolicy })
}

/** The verbs that save a channel validate its config against its type, so the two belong together. */
const deliverable = (notification: OwedNotification, channel: ChannelDefinition): ChannelNotification =>
  ({ ...notification, type: channel.type, config: channel.config }) as unknown as ChannelNotification

async function attempt(tools: NotifierTools, notification: OwedNotification): Promise<Delivery> {
  const { channel } = notification
  if (channel === null) return { outcome: 'rejected', response: 'The alert channel was deleted.' }
  try {
    if (!isImplementedChannelType(channel.type))
      return { outcome: 'rejected', response: `This server cannot deliver to channels of type ${channel.type}.` }
    return await deliver(deliverable(notification, channel), {
      ...tools.channelTools,
      now: () => tools.clock.now(),
      signal: tools.signal,
    })
  } catch (error) {
    tools.log.error({ notificationId: notification.id, error: String(error) }, 'A delivery failed unexpectedly')
    return { outcome: 'retry', response: 'The delivery failed inside the service; the log has the details.' }
  }
}
