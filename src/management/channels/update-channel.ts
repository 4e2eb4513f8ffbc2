import { givenBody } from '#contract'
import type { AlertChannelBody, Given } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteChannelState,
  listChannelStates,
  listSubscriptionsOfChannels,
  lockChannel,
  replaceSubscribers,
  updateChannel as saveChannel,
} from '#storage/alerts'
import { releaseHeldOfAccount } from '#storage/checks'
import type { ChannelDefinition } from '#storage/alerts'
import type { Store } from '#storage/database'
import { pausedUntilOf } from './paused-until-of.ts'
import { rejectField } from '../reject-field.ts'
import { assertChannelPlan } from './assert-channel-plan.ts'
import { channelConfigOf } from './channel-config.ts'
import { subscribersOf } from './channel-subscribers.ts'
import type { ChannelView } from './channel-view.ts'

/**
 * Replaces the config of a channel, and its type with it; absent flags and an absent list of subscriptions stay.
 * Another config resets the delivery state. Throws ALERT_CHANNEL_NOT_FOUND and what `createChannel` throws.
 */
export function updateChannel(
  store: Store,
  caller: Caller,
  input: { readonly id: number; readonly body: Given<Partial<AlertChannelBody>> },
): Promise<ChannelView> {
  const { id } = input
  const { accountId } = caller
  return store.db.transaction(async (tx) => {
    const before = await lockChannel(tx, store.encryption, accountId, id)
    if (before === null) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
    const body = givenBody(input.body, { ...before })
    const after = changedChannel(before, body, caller)
    await saveChannel(tx, store.encryption, after)
    await assertChannelPlan(tx, caller, after, before)
    if (body.subscriptions !== undefined)
      await replaceSubscribers(tx, accountId, id, await subscribersOf(tx, accountId, body.subscriptions))
    await releaseHeldOfAccount(tx, accountId, new Date(caller.nowMs))
    const isAnother = after.type !== before.type || !isSameConfig(after.config, before.config)
    if (isAnother) await deleteChannelState(tx, accountId, id)
    const [state = null] = await listChannelStates(tx, accountId, [id])
    return { channel: after, subscriptions: await listSubscriptionsOfChannels(tx, accountId, [id]), state }
  })
}

/** Both were made by filling in the same schema, so that their fields may only differ in order. */
const isSameConfig = (a: ChannelDefinition['config'], b: ChannelDefinition['config']): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => JSON.stringify(value) === JSON.stringify(b[name]))

const changedChannel = (
  before: ChannelDefinition,
  body: Partial<AlertChannelBody>,
  caller: Caller,
): ChannelDefinition => ({
  ...before,
  ...typeAndConfigOf(before, body),
  sendRecovery: body.sendRecovery ?? before.sendRecovery,
  sendFailure: body.sendFailure ?? before.sendFailure,
  sendDegraded: body.sendDegraded ?? before.sendDegraded,
  sslExpiry: body.sslExpiry ?? before.sslExpiry,
  sslExpiryThreshold: body.sslExpiryThreshold ?? before.sslExpiryThreshold,
  autoSubscribe: body.autoSubscribe ?? before.autoSubscribe,
  pausedUntil: body.pausedUntil === undefined ? before.pausedUntil : pausedUntilOf(body.pausedUntil),
  updatedAt: new Date(caller.nowMs),
})

/** A config fits one type only. */
function typeAndConfigOf(
  before: ChannelDefinition,
  { type, config }: Partial<AlertChannelBody>,
): Pick<ChannelDefinition, 'type' | 'config'> {
  if (config && type) return { type, config: channelConfigOf({ type, config }) }
  if (type && type !== before.type)
    rejectField('config', 'is required with another type', { rule: 'required', parameters: {} })
  return before
}
