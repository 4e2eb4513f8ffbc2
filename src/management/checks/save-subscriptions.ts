import { Fault } from '#kernel'
import { existingChannelIds, replaceSubscriptions, subscribeToChannels } from '#storage/alerts'
import type { SubscriptionTarget } from '#storage/alerts'
import type { AttachedChannel, LinkedSubscription } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'

export interface SubscriptionInput {
  readonly alertChannelId: number
  readonly activated?: boolean
}

/**
 * Replaces the subscriptions of a check or group by those of a body. Throws ALERT_CHANNEL_UNKNOWN for a channel that
 * the account does not have.
 */
export async function saveSubscriptions(
  tx: Queryable,
  accountId: string,
  target: SubscriptionTarget,
  given: readonly SubscriptionInput[],
): Promise<LinkedSubscription[]> {
  const requested = new Map(given.map(({ alertChannelId, activated = true }) => [alertChannelId, activated]))
  const known =
    requested.size === 0 ? new Set<number>() : await existingChannelIds(tx, accountId, [...requested.keys()])
  const alertChannelId = [...requested.keys()].find((id) => !known.has(id))
  if (alertChannelId !== undefined)
    throw new Fault('ALERT_CHANNEL_UNKNOWN', {
      values: { alertChannelId },
      problems: [{ path: 'alertChannelSubscriptions', rule: 'reference', parameters: { value: alertChannelId } }],
    })
  const subscriptions = [...requested].map(([channelId, activated]) => ({ channelId, activated }))
  await replaceSubscriptions(tx, accountId, target, subscriptions)
  return subscriptions.toSorted((a, b) => a.channelId - b.channelId)
}

export interface FirstSubscriptions {
  readonly subscriptions: readonly LinkedSubscription[]
  /** The channels, where they were read already. */
  readonly channels?: readonly AttachedChannel[]
}

/**
 * The channels of a new check or group: those of its body, else all on request, else those with automatic
 * subscriptions.
 */
export async function saveFirstSubscriptions(
  tx: Queryable,
  { encryption }: Store,
  target: SubscriptionTarget & { readonly accountId: string },
  options: { readonly given: readonly SubscriptionInput[] | undefined; readonly autoAssignAlerts: boolean },
): Promise<FirstSubscriptions> {
  if (options.given) return { subscriptions: await saveSubscriptions(tx, target.accountId, target, options.given) }
  const channels = await subscribeToChannels(tx, encryption, target, options.autoAssignAlerts)
  return { channels, subscriptions: channels.map(({ id }) => ({ channelId: id, activated: true })) }
}
