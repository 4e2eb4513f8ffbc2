import { AlertChannelDefaultsSchema, withDefaults } from '#contract'
import type { AlertChannelBody, NewAlertChannelBody } from '#contract'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import { insertChannel, listSubscriptionsOfChannels, replaceSubscribers } from '#storage/alerts'
import type { NewChannel } from '#storage/alerts'
import type { Store } from '#storage/database'
import { pausedUntilOf } from './paused-until-of.ts'
import { assertChannelPlan } from './assert-channel-plan.ts'
import { channelConfigOf } from './channel-config.ts'
import { subscribeSelected } from './subscribe-selection.ts'
import { subscribersOf } from './channel-subscribers.ts'
import type { ChannelView } from './channel-view.ts'

/**
 * Creates a channel; fields that the body omits get their default. Throws TEMPLATE_INVALID, CHANNEL_CONFIG_INVALID,
 * TIME_RANGE_INVALID, SUBSCRIPTION_TARGET_INVALID, SUBSCRIPTION_SELECTION_EMPTY, CHECK_UNKNOWN and GROUP_UNKNOWN.
 */
export function createChannel(store: Store, caller: Caller, body: NewAlertChannelBody): Promise<ChannelView> {
  const fields = newChannel(caller, body)
  return store.db.transaction(async (tx) => {
    const subscribers = await subscribersOf(tx, caller.accountId, body.subscriptions ?? [])
    const id = await insertChannel(tx, store.encryption, fields)
    await assertAllowance(tx, caller, 'ALERT_CHANNELS')
    await assertChannelPlan(tx, caller, fields, null)
    if (subscribers.length > 0) await replaceSubscribers(tx, caller.accountId, id, subscribers)
    if (body.subscribe) await subscribeSelected(tx, caller.accountId, id, body.subscribe)
    const subscriptions = await listSubscriptionsOfChannels(tx, caller.accountId, [id])
    return { channel: { ...fields, id }, subscriptions, state: null }
  })
}

function newChannel(caller: Caller, body: AlertChannelBody): NewChannel {
  const filled = withDefaults(AlertChannelDefaultsSchema, body)
  return {
    accountId: caller.accountId,
    type: body.type,
    config: channelConfigOf(body),
    sendRecovery: filled.sendRecovery ?? true,
    sendFailure: filled.sendFailure ?? true,
    sendDegraded: filled.sendDegraded ?? false,
    sslExpiry: filled.sslExpiry ?? false,
    sslExpiryThreshold: filled.sslExpiryThreshold ?? 30,
    autoSubscribe: filled.autoSubscribe ?? false,
    pausedUntil: pausedUntilOf(filled.pausedUntil ?? null),
    createdAt: new Date(caller.nowMs),
    updatedAt: null,
  }
}
