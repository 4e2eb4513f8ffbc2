import { deliver, deliveryPolicy } from '#channels'
import type { ChannelNotification } from '#channels'
import { claimOwedNotifications, recordTry } from '#dispatch'
import type { OwedNotification } from '#dispatch'
import { createEgress } from '#egress'
import type { Clock } from '#kernel'
import type { Store } from '#storage'

/** Delivers every notification that is owed now, to real receivers, and stores the outcomes. */
export async function deliverOwed(store: Store, clock: Clock, publicUrl: string): Promise<void> {
  const tools = {
    http: createEgress({ allowPrivateTargets: true }).http,
    mail: null,
    slackBotToken: null,
    twilio: null,
    serviceName: 'service',
    publicUrl,
    now: () => clock.now(),
    signal: new AbortController().signal,
  }
  const claim = { nowMs: clock.now(), limit: 1000, leaseMs: 60_000, publicUrl }
  for (const owed of await claimOwedNotifications(store, claim))
    await recordTry(store, owed, await deliver(deliverable(owed), tools), {
      nowMs: clock.now(),
      pacing: deliveryPolicy,
      fallbackAfterMs: 3_600_000,
    })
}

/** The verbs that save a channel validate its config against its type, so the two belong together. */
const deliverable = (owed: OwedNotification): ChannelNotification =>
  ({ ...owed, type: owed.channel?.type, config: owed.channel?.config }) as unknown as ChannelNotification
