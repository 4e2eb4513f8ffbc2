import type { SilenceReason } from '#contract'
import { dayMs, firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { findChannels, listNotifications as listStoredNotifications } from '#storage/alerts'
import type { ChannelDefinition, NotificationRow } from '#storage/alerts'
import type { PageWindow, Store } from '#storage/database'
import { limitedRange } from '../time-range.ts'

/** A notification and its channel as it is now; null without one, or when it was deleted since. */
export interface NotificationView {
  readonly notification: NotificationRow
  readonly channel: ChannelDefinition | null
}

export interface NotificationQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly alertChannelId?: number | undefined
  readonly checkId?: string | undefined
  readonly silenceReason?: readonly SilenceReason[] | undefined
  readonly hasFailures?: boolean | undefined
  readonly includeSilenced?: boolean | undefined
}

/**
 * One page of notifications, newest first, over at most 24 hours, by default the last. Those that were silenced are
 * listed on request only. Throws TIME_RANGE_INVALID.
 */
export async function listNotifications(
  store: Store,
  caller: Caller,
  query: NotificationQuery,
  page: PageWindow,
): Promise<{ items: NotificationView[]; total: number }> {
  const names = ['from', 'to'] as const
  const range = limitedRange(query, { names, nowMs: caller.nowMs, spanMs: dayMs, spanText: '24 hours' })
  const { items, total } = await listStoredNotifications(
    store.db,
    {
      channelId: query.alertChannelId ?? null,
      checkId: query.checkId?.toLowerCase() ?? null,
      silences: query.silenceReason ?? null,
      hasFailures: query.hasFailures ?? null,
      includeSilenced: query.includeSilenced === true || query.silenceReason !== undefined,
    },
    { accountId: caller.accountId, fromId: firstIdAt(range.fromMs), beforeId: firstIdAt(range.toMs), ...page },
  )
  return { items: await viewsOf(store, items), total }
}

/** The notifications with their channels, in the same order. */
export async function viewsOf(store: Store, notifications: readonly NotificationRow[]): Promise<NotificationView[]> {
  const channels = await channelsOf(store, notifications)
  return notifications.map((notification) => ({
    notification,
    channel: (notification.channelId === null ? undefined : channels.get(notification.channelId)) ?? null,
  }))
}

async function channelsOf(
  { db, encryption }: Store,
  notifications: readonly NotificationRow[],
): Promise<Map<number, ChannelDefinition>> {
  const ids = [...new Set(notifications.flatMap((notification) => notification.channelId ?? []))]
  const channels = ids.length === 0 ? [] : await findChannels(db, encryption, ids)
  return new Map(channels.map((channel) => [channel.id, channel]))
}
