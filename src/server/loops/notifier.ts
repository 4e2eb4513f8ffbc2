import { channelNotification, deliver } from '#channels'
import type { ChannelTools } from '#channels'
import { claimPendingNotifications, recordTry } from '#notifying'
import type { PendingNotification } from '#notifying'
import type { Delivery } from '#contract'
import { backoffPolicies, minuteMs } from '#kernel'
import type { Activity, Clock, Log } from '#kernel'
import type { Store } from '#storage/database'
import type { SelfMetrics } from '../metrics/self-metrics.ts'
import type { Loop } from './run-loop.ts'

export interface NotifierTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly channelTools: Omit<ChannelTools, 'clock' | 'signal'>
  readonly metrics: SelfMetrics
  readonly activity: Pick<Activity, 'during'>
  readonly signal: AbortSignal
  /** How long a channel may fail before its alerts go another way. */
  readonly fallbackAfterMs: number
}

const batch = 50
const maxInProgress = 200
/** A channel with this many deliveries under way gets no more meanwhile, so that a slow receiver leaves places free. */
const maxPerChannel = 10
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = minuteMs
const idleMs = 1_000
/** The delay until the next claim while a channel at its limit may have pending notifications. */
const busyMs = 100

/**
 * Delivers pending notifications. Deliveries continue across turns: a slow receiver delays no other. A crash
 * between sending and recording sends again, with the same notification id.
 */
export function notifierLoop(tools: NotifierTools): Loop {
  const inProgress = new Map<Promise<void>, number | null>()

  const start = (notification: PendingNotification): void => {
    const deliver = () => deliverOne(tools, notification)
    const delivery = tools.activity.during('delivery', deliver).finally(() => inProgress.delete(delivery))
    inProgress.set(delivery, notification.channel?.id ?? null)
  }

  return {
    name: 'notifications',
    iteration: async () => {
      if (inProgress.size >= maxInProgress) await Promise.race(inProgress.keys())
      const limit = Math.min(batch, maxInProgress - inProgress.size)
      const exceptChannels = busyChannels(inProgress.values())
      const claim = {
        nowMs: tools.clock.now(),
        limit,
        leaseMs,
        exceptChannels,
        publicUrl: tools.channelTools.publicUrl,
      }
      const pending = await claimPendingNotifications(tools.store, claim)
      pending.forEach(start)
      if (pending.length === limit) return 0
      return exceptChannels.length > 0 ? busyMs : idleMs
    },
    finish: async () => {
      await Promise.all(inProgress.keys())
    },
  }
}

function busyChannels(channelIds: Iterable<number | null>): number[] {
  const counts = new Map<number, number>()
  for (const id of channelIds) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].flatMap(([id, count]) => (count >= maxPerChannel ? [id] : []))
}

async function deliverOne(tools: NotifierTools, notification: PendingNotification): Promise<void> {
  const delivery = await attempt(tools, notification)
  tools.metrics.delivered(notification.channel?.type ?? 'NONE', delivery.outcome)
  if (delivery.outcome === 'rejected')
    tools.log.warn(
      { notificationId: notification.id, channelId: notification.channel?.id, response: delivery.response },
      'A notification was rejected',
    )
  try {
    const context = {
      nowMs: tools.clock.now(),
      policy: backoffPolicies.notification,
      fallbackAfterMs: tools.fallbackAfterMs,
    }
    await recordTry(tools.store, notification, delivery, context)
  } catch (error) {
    tools.log.error({ notificationId: notification.id, error: String(error) }, 'A delivery was not written down')
  }
}

async function attempt(tools: NotifierTools, notification: PendingNotification): Promise<Delivery> {
  const { channel } = notification
  if (channel === null) return { outcome: 'rejected', response: 'The alert channel was deleted.' }
  try {
    return await deliver(channelNotification({ ...notification, type: channel.type, config: channel.config }), {
      ...tools.channelTools,
      clock: tools.clock,
      signal: tools.signal,
    })
  } catch (error) {
    tools.log.error({ notificationId: notification.id, error: String(error) }, 'A delivery failed unexpectedly')
    return { outcome: 'retry', response: 'The delivery failed inside the service; the log has the details.' }
  }
}
