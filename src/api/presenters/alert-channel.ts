import { allows } from '#contract'
import type { AlertChannelResource, ChannelSubscriptionResource, Role } from '#contract'
import type { ChannelView } from '#management'
import { validated } from './validated.ts'
import { maskedConfig } from './masked-config.ts'

/** A channel as a role may read it: credentials are shown to roles that may write. */
export const presentChannel = (
  { channel, subscriptions, state }: ChannelView,
  { role }: { role: Role },
): AlertChannelResource =>
  validated<AlertChannelResource>({
    id: channel.id,
    type: channel.type,
    config: allows(role, 'write') ? { ...channel.config } : maskedConfig(channel.type, channel.config),
    subscriptions: subscriptions.map(presentSubscription),
    sendRecovery: channel.sendRecovery,
    sendFailure: channel.sendFailure,
    sendDegraded: channel.sendDegraded,
    sslExpiry: channel.sslExpiry,
    sslExpiryThreshold: channel.sslExpiryThreshold,
    autoSubscribe: channel.autoSubscribe,
    pausedUntil: channel.pausedUntil?.toISOString() ?? null,
    created_at: channel.createdAt.toISOString(),
    updated_at: channel.updatedAt?.toISOString() ?? null,
    ...presentDeliveries(state),
  })

const noDeliveries = {
  deliveryState: 'UNKNOWN',
  lastDelivery: null,
  lastError: null,
  failingSince: null,
  consecutiveFailures: 0,
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
      }

const presentSubscription = (row: ChannelView['subscriptions'][number]): ChannelSubscriptionResource => ({
  id: row.id,
  checkId: row.checkId,
  groupId: row.groupId,
  activated: row.activated,
})
