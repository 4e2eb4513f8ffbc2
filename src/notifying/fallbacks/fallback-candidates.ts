import type { FallbackCandidate } from '#alerting'
import type { FallbackChannel, SubscribedChannel } from '#storage/alerts'

export interface CandidateFacts {
  readonly nowMs: number
  /** The subscriptions of each check of the message. */
  readonly subscriptions: readonly (readonly SubscribedChannel[])[]
  /** The subscriptions of the check of the lead alert. */
  readonly ofLead: readonly SubscribedChannel[]
}

/** The channels of an account as candidates for a fallback of the alerts of these checks. */
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

/** The channels to which a check has inactive subscriptions only. */
function turnedOff(subscriptions: readonly SubscribedChannel[]): number[] {
  const active = new Set(subscriptions.filter(({ activated }) => activated).map((item) => item.channelId))
  return subscriptions.flatMap(({ channelId: id }) => (active.has(id) ? [] : [id]))
}
