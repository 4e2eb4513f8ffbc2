import type { SubscribedCounts, SubscriptionSelection } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { holdGroups, lockChannel, subscribeSelection } from '#storage/alerts'
import type { Queryable, Store } from '#storage/database'

/**
 * Subscribes all checks and groups, those with a tag, or some groups to a channel; other subscriptions stay. Throws
 * ALERT_CHANNEL_NOT_FOUND, GROUP_UNKNOWN and SUBSCRIPTION_SELECTION_EMPTY.
 */
export function subscribeManyToChannel(
  store: Store,
  caller: Caller,
  { channelId, selection }: { readonly channelId: number; readonly selection: SubscriptionSelection },
): Promise<SubscribedCounts> {
  return store.db.transaction(async (tx) => {
    const channel = await lockChannel(tx, store.encryption, caller.accountId, channelId)
    if (channel === null) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
    return subscribeSelected(tx, caller.accountId, channelId, selection)
  })
}

/** Throws GROUP_UNKNOWN and SUBSCRIPTION_SELECTION_EMPTY. */
export async function subscribeSelected(
  tx: Queryable,
  accountId: string,
  channelId: number,
  { all = false, tags = [], groups = [] }: SubscriptionSelection,
): Promise<SubscribedCounts> {
  if (!all && tags.length === 0 && groups.length === 0) throw new Fault('SUBSCRIPTION_SELECTION_EMPTY')
  const known = groups.length === 0 ? new Set() : await holdGroups(tx, accountId, groups)
  const groupId = groups.find((id) => !known.has(id))
  if (groupId !== undefined) throw new Fault('GROUP_UNKNOWN', { values: { groupId } })
  return subscribeSelection(tx, accountId, channelId, { all, tags, groupIds: groups })
}
