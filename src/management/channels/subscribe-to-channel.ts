import type { ChannelSubscriptionBody, ChannelSubscriptionResource } from '#contract'
import { Fault, invariant } from '#kernel'
import type { Caller } from '#kernel'
import { lockChannel, saveSubscription } from '#storage/alerts'
import { releaseHeldOfAccount } from '#storage/checks'
import type { Store } from '#storage/database'
import { subscribersOf } from './channel-subscribers.ts'

/**
 * Subscribes one check or one group to a channel, or changes its subscription. Throws ALERT_CHANNEL_NOT_FOUND,
 * SUBSCRIPTION_TARGET_INVALID, CHECK_UNKNOWN and GROUP_UNKNOWN.
 */
export function subscribeToChannel(
  store: Store,
  caller: Caller,
  input: { readonly channelId: number; readonly body: ChannelSubscriptionBody },
): Promise<ChannelSubscriptionResource> {
  const { accountId } = caller
  const { channelId, body } = input
  return store.db.transaction(async (tx) => {
    const channel = await lockChannel(tx, store.encryption, accountId, channelId)
    if (channel === null) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
    const [subscriber] = await subscribersOf(tx, accountId, [body])
    invariant(subscriber, 'one body makes one subscriber')
    const id = await saveSubscription(tx, { accountId, channelId, ...subscriber })
    await releaseHeldOfAccount(tx, accountId, new Date(caller.nowMs))
    return { id, ...subscriber }
  })
}
