import type { ChannelDefinition, ChannelStateRow, SubscriptionRow } from '#storage'

/** A channel, its config in clear, with who hears through it. */
export interface ChannelView {
  readonly channel: ChannelDefinition
  readonly subscriptions: readonly SubscriptionRow[]
  /** Null before anything was delivered over it. */
  readonly state: ChannelStateRow | null
}
