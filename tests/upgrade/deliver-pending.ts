import { channelNotification, deliver } from '#channels'
import { claimPendingNotifications, recordTry } from '#notifying'
import { createEgress } from '#egress'
import { SystemClock, backoffPolicies, hourMs, minuteMs } from '#kernel'
import type { Clock } from '#kernel'
import type { Store } from '#storage/database'
import { webPushKeys } from '../support/web-push-keys.ts'

/** Delivers every notification that is due now, to real receivers, and stores the outcomes. */
export async function deliverPending(store: Store, clock: Clock, publicUrl: string): Promise<void> {
  const tools = {
    http: createEgress({ allowPrivateTargets: true }, new SystemClock()).http,
    mail: null,
    slackBotToken: null,
    twilio: null,
    webPushKeys,
    serviceName: 'service',
    publicUrl,
    clock,
    signal: new AbortController().signal,
  }
  const claim = { nowMs: clock.now(), limit: 1000, leaseMs: minuteMs, publicUrl }
  const context = { nowMs: clock.now(), policy: backoffPolicies.notification, fallbackAfterMs: hourMs }
  for (const claimed of await claimPendingNotifications(store, claim)) {
    if (claimed.channel === null) throw new Error(`The channel of notification ${claimed.id} is missing.`)
    const { type, config } = claimed.channel
    await recordTry(store, claimed, await deliver(channelNotification({ ...claimed, type, config }), tools), context)
  }
}
