import { allows } from '#contract'
import type { AlertChannelResource, ListedChannelResource, Role } from '#contract'
import type { ChannelView, ListedChannelView } from '#management'
import { validated } from './validated.ts'
import { maskedConfig } from './masked-config.ts'
import { stampsOf } from './stamps.ts'

/** A channel as a role may read it: credentials are shown to roles that may write. */
export const presentChannel = (view: ChannelView, context: { role: Role }): AlertChannelResource =>
  validated<AlertChannelResource>({
    ...presentSettings(view, context),
    subscriptions: [...view.subscriptions],
  })

/** The same without subscriptions. */
export const presentListedChannel = (view: ListedChannelView, context: { role: Role }): ListedChannelResource =>
  validated<ListedChannelResource>({
    ...presentSettings(view, context),
    activeSubscriptions: view.activeSubscriptions,
  })

const presentSettings = ({ channel, state }: Pick<ChannelView, 'channel' | 'state'>, { role }: { role: Role }) => ({
  ...channel,
  config: allows(role, 'write') ? { ...channel.config } : maskedConfig(channel.type, channel.config),
  pausedUntil: channel.pausedUntil?.toISOString() ?? null,
  ...stampsOf(channel),
  ...presentDeliveries(state),
})

const noDeliveries = {
  deliveryState: 'UNKNOWN',
  lastDelivery: null,
  lastError: null,
  failingSince: null,
  consecutiveFailures: 0,
  recentOutcomes: [],
}

const presentDeliveries = (state: ChannelView['state']) =>
  state === null
    ? noDeliveries
    : {
        deliveryState: state.state,
        lastDelivery: { at: state.lastAt.toISOString(), outcome: state.lastOutcome },
        lastError: state.lastError,
        failingSince: state.failingSince?.toISOString() ?? null,
        consecutiveFailures: state.consecutiveFailures,
        recentOutcomes: state.recentOutcomes,
      }
