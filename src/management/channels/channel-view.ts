import type { ChannelDefinition, SubscriptionRow } from '#storage'

/** A channel, its config in clear, with who hears through it. */
export interface ChannelView {
  readonly channel: ChannelDefinition
  readonly subscriptions: readonly SubscriptionRow[]
}
