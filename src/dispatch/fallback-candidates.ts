import type { FallbackCandidate } from '#alerting'
import type { FallbackChannel, SubscribedChannel } from '#storage'

export interface CandidateFacts {
  readonly nowMs: number
  /** The subscriptions of each check that is announced. */
  readonly subscriptions: readonly (readonly SubscribedChannel[])[]
  /** Those of the check the message is about. */
  readonly ofLead: readonly SubscribedChannel[]
}

/** What is to be known of the channels of an account to choose one that announces these checks. */
export function fallbackCandidates(channels: readonly FallbackChannel[], facts: CandidateFacts): FallbackCandidate[] {
  const off = new Set(facts.subscriptions.flatMap(turnedOff))
  const recovering = new Set(facts.ofLead.filter(getsRecoveries).map((item) => item.channelId))
  return channels.map((channel) => ({
    ...channel,
    isOff: isPaused(channel, facts.nowMs) || (channel.hasInactive && !channel.isSubscribed) || off.has(channel.id),
    leavesIncidents: channel.opensIncidents && !recovering.has(channel.id),
  }))
}

const isPaused = ({ pausedUntil }: FallbackChannel, nowMs: number): boolean =>
  pausedUntil !== null && pausedUntil.getTime() > nowMs

const getsRecoveries = (item: SubscribedChannel): boolean => item.activated && item.sendRecovery

/** The channels to which a check is subscribed by subscriptions that are not active only. */
function turnedOff(subscriptions: readonly SubscribedChannel[]): number[] {
  const active = new Set(subscriptions.filter(({ activated }) => activated).map((item) => item.channelId))
  return subscriptions.flatMap(({ channelId: id }) => (active.has(id) ? [] : [id]))
}
