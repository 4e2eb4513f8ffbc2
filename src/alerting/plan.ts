import type { AlertKind, SilenceReason } from '#contract'
import type { AlertEvent } from './alert-state.ts'
import { isUnknownTo, isUnknownToAll } from './hold.ts'
import type { Memory } from './hold.ts'

export interface ChannelFlags {
  readonly sendFailure: boolean
  readonly sendDegraded: boolean
  readonly sendRecovery: boolean
  readonly sslExpiry: boolean
  readonly sslExpiryThreshold: number
}

export interface Subscription {
  readonly channelId: number
  /** Whether the check itself or its group is subscribed. */
  readonly level: 'check' | 'group'
  readonly activated: boolean
  /** When the pause of the channel ends, in epoch milliseconds; null when it is not paused now. */
  readonly pausedUntilMs?: number | null
  readonly flags: ChannelFlags
}

export interface PlanFacts {
  readonly event: AlertEvent
  /** Why the entire check is silent now; null when it is not. */
  readonly silence: SilenceReason | null
  readonly subscriptions: readonly Subscription[]
  /** Notifications of channels before the event; absent where they do not matter. */
  readonly memory?: Memory
}

/**
 * A notification planned for one channel, or the reason for silence. `channelId` is null when the reason applies to
 * all.
 */
export interface PlannedNotification {
  readonly channelId: number | null
  readonly silence: SilenceReason | null
}

type Stage<Subject> = (subject: Subject, facts: PlanFacts) => SilenceReason | null

const eventIsSilent: Stage<PlanFacts> = ({ event }) => event.silence
const isRecovery = ({ event }: PlanFacts): boolean => event.kind === 'recovery'
// When a silence held back every notification of a problem, its recovery is not sent either.
const unknownToAll: Stage<PlanFacts> = (facts) =>
  isRecovery(facts) && facts.memory && isUnknownToAll(facts.memory) ? 'NEVER_NOTIFIED' : null
const checkIsSilent: Stage<PlanFacts> = ({ silence }) => silence
const withoutChannel: Stage<PlanFacts> = (facts) => (facts.subscriptions.length === 0 ? 'NO_CHANNEL' : null)

const unknownToChannel: Stage<Subscription> = ({ channelId }, facts) =>
  isRecovery(facts) && facts.memory && isUnknownTo(facts.memory, channelId) ? 'NEVER_NOTIFIED' : null
const isPaused: Stage<Subscription> = ({ pausedUntilMs }) =>
  (pausedUntilMs ?? null) === null ? null : 'CHANNEL_PAUSED'
const isInactive: Stage<Subscription> = ({ activated }) => (activated ? null : 'SUBSCRIPTION_INACTIVE')
const flagIsOff: Stage<Subscription> = ({ flags }, { event }) =>
  event.kind !== null && !flags[flagOf[event.kind]] ? 'CHANNEL_FLAG_OFF' : null
// A channel with `sendDegraded` off, the default, is not notified of the recovery from a degradation.
const neverNotified: Stage<Subscription> = ({ flags }, { event }) =>
  event.kind === 'recovery' && !event.notifiedBefore.includes('failure') && !flags.sendDegraded
    ? 'NEVER_NOTIFIED'
    : null

const stagesForAll: readonly Stage<PlanFacts>[] = [eventIsSilent, unknownToAll, checkIsSilent, withoutChannel]
const stagesPerChannel: readonly Stage<Subscription>[] = [
  unknownToChannel,
  isInactive,
  flagIsOff,
  neverNotified,
  isPaused,
]

export const flagOf = {
  failure: 'sendFailure',
  degraded: 'sendDegraded',
  recovery: 'sendRecovery',
  ssl: 'sslExpiry',
} as const satisfies Record<AlertKind, keyof ChannelFlags>

/**
 * Plans which channels are notified of an event. An event without a kind plans nothing. A reason for silence that
 * applies to all channels gives one row without a channel; otherwise each channel has one row, with its own reason or
 * none.
 */
export function plan(facts: PlanFacts): readonly PlannedNotification[] {
  if (facts.event.kind === null) return []
  const reason = firstReason(stagesForAll, facts, facts)
  if (reason) return [{ channelId: null, silence: reason }]
  return mergeByChannel(facts.subscriptions).map((subscription) => ({
    channelId: subscription.channelId,
    silence: firstReason(stagesPerChannel, subscription, facts),
  }))
}

function firstReason<Subject>(stages: readonly Stage<Subject>[], subject: Subject, facts: PlanFacts) {
  for (const stage of stages) {
    const reason = stage(subject, facts)
    if (reason) return reason
  }
  return null
}

/** One subscription per channel. The subscription of the check overrides that of its group, also when inactive. */
export function mergeByChannel(subscriptions: readonly Subscription[]): readonly Subscription[] {
  const merged = new Map<number, Subscription>()
  for (const subscription of subscriptions) {
    const known = merged.get(subscription.channelId)
    if (!known || subscription.level === 'check') merged.set(subscription.channelId, subscription)
  }
  return [...merged.values()]
}
