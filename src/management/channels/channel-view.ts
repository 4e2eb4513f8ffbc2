import type { ChannelDefinition, ChannelStateRow, SubscriptionRow } from '#storage/alerts'

/** A channel of a list without subscriptions. */
export interface ListedChannelView extends Pick<ChannelView, 'channel' | 'state'> {
  readonly activeSubscriptions: number
}

/** A channel, its config in plaintext, with its subscriptions. */
export interface ChannelView {
  readonly channel: ChannelDefinition
  readonly subscriptions: readonly SubscriptionRow[]
  /** Null before the first delivery. */
  readonly state: ChannelStateRow | null
}
