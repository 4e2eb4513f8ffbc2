import { channelNotification, deliver } from '#channels'
import { claimPendingNotifications, recordTry } from '#dispatch'
import { createEgress } from '#egress'
import { backoffPolicies, hourMs, minuteMs } from '#kernel'
import type { Clock } from '#kernel'
import type { Store } from '#storage'

/** Delivers every notification that is due now, to real receivers, and stores the outcomes. */
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
  const claim = { nowMs: clock.now(), limit: 1000, leaseMs: minuteMs, publicUrl }
  const context = { nowMs: clock.now(), policy: backoffPolicies.notification, fallbackAfterMs: hourMs }
  for (const owed of await claimPendingNotifications(store, claim)) {
    if (owed.channel === null) throw new Error(`The channel of notification ${owed.id} is missing.`)
    const { type, config } = owed.channel
    await recordTry(store, owed, await deliver(channelNotification({ ...owed, type, config }), tools), context)
  }
}
