import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  countActiveSubscriptions,
  findChannel,
  listChannelStates,
  listChannels as listStoredChannels,
  listSubscriptionsOfChannels,
} from '#storage/alerts'
import type { ChannelDefinition, ChannelStateRow } from '#storage/alerts'
import type { PageWindow, Queryable, Store } from '#storage/database'
import type { ChannelView, ListedChannelView } from './channel-view.ts'

/** One page of the account's channels with their subscriptions, oldest first, and the number of all channels. */
export async function listChannels(
  store: Store,
  { accountId }: Caller,
  page: PageWindow,
): Promise<{ items: ChannelView[]; total: number }> {
  const { items, states, ids, total } = await pageOf(store, accountId, page)
  const subscriptions = ids.length === 0 ? [] : await listSubscriptionsOfChannels(store.db, accountId, ids)
  const byChannel = Map.groupBy(subscriptions, (subscription) => subscription.channelId)
  const viewOf = (channel: ChannelDefinition): ChannelView => ({
    channel,
    subscriptions: byChannel.get(channel.id) ?? [],
    state: states.get(channel.id) ?? null,
  })
  return { items: items.map(viewOf), total }
}

/** The same without reading subscriptions. */
export async function listChannelsOnly(
  store: Store,
  { accountId }: Caller,
  page: PageWindow,
): Promise<{ items: ListedChannelView[]; total: number }> {
  const { items, states, ids, total } = await pageOf(store, accountId, page)
  const active = ids.length === 0 ? new Map<number, number>() : await countActiveSubscriptions(store.db, accountId, ids)
  const viewOf = (channel: ChannelDefinition): ListedChannelView => ({
    channel,
    activeSubscriptions: active.get(channel.id) ?? 0,
    state: states.get(channel.id) ?? null,
  })
  return { items: items.map(viewOf), total }
}

async function pageOf({ db, encryption }: Store, accountId: string, page: PageWindow) {
  const { items, total } = await listStoredChannels(db, encryption, { accountId, ...page })
  const ids = items.map((channel) => channel.id)
  return { items, ids, states: await statesOf(db, accountId, ids), total }
}

/** Throws ALERT_CHANNEL_NOT_FOUND. */
export async function getChannel(store: Store, caller: Caller, id: number): Promise<ChannelView> {
  const channel = await findChannel(store.db, store.encryption, caller.accountId, id)
  if (channel === null) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
  const subscriptions = await listSubscriptionsOfChannels(store.db, caller.accountId, [id])
  return { channel, subscriptions, state: (await statesOf(store.db, caller.accountId, [id])).get(id) ?? null }
}

async function statesOf(
  db: Queryable,
  accountId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ChannelStateRow>> {
  const rows = ids.length === 0 ? [] : await listChannelStates(db, accountId, ids)
  return new Map(rows.map((row) => [row.channelId, row]))
}
