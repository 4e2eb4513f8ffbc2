import type { AlertType, HeldBackReason } from '#contract'
import type { AlertEvent, AlertState, ProblemKind } from './alert-state.ts'
import type { ChannelMemory, LastNotified, Hold } from './hold.ts'
import { flagOf } from './plan.ts'
import type { Subscription } from './plan.ts'

/** The current condition of a check: a problem that reached its threshold, or passing. */
export type Condition = LastNotified | 'passing'

/** A delayed notification to one channel. */
export interface ChannelNotice {
  readonly channelId: number
  /** The previous notification. */
  readonly lastNotified: LastNotified | null
  readonly event: AlertEvent
  readonly heldBack: { readonly reason: HeldBackReason; readonly untilMs: number }
}

/** The decision for one channel at the end of a silence. */
export interface Decided {
  readonly id: number
  readonly memory: ChannelMemory | null
  readonly notice: ChannelNotice | null
}

/** The current condition of a check; null while a new problem has not reached its threshold. */
export function conditionOf(state: AlertState): Condition | null {
  if (state.status === 'passing') return 'passing'
  const kind = notifiedKind(state)
  return kind && { kind, since: state.problemSince ?? 0 }
}

/** Null: below the threshold, or silenced by a window without a notification at its end. */
function notifiedKind({ lastNotifiedKind, failureNotified, degradedNotified }: AlertState): ProblemKind | null {
  if (lastNotifiedKind === 'failure' && failureNotified) return 'failure'
  return degradedNotified ? 'degraded' : null
}

/** Decides which held notification a channel is sent now, and its notification state afterwards. */
export function decideChannel(
  state: AlertState,
  condition: Condition,
  subscription: Subscription,
  nowMs: number,
): Decided {
  const id = subscription.channelId
  const known = state.channels?.[id] ?? { lastNotified: assumedNotified(state, condition), hold: null }
  const { lastNotified } = known
  const hold = known.hold ?? state.hold ?? null
  const event = hold && pendingEvent(state, condition, { lastNotified, hold }, subscription)
  if (hold === null || event === null) return { id, memory: memoryOf(condition, lastNotified), notice: null }
  const pausedUntil = pauseOf(subscription)
  if (pausedUntil === undefined)
    return {
      id,
      memory: memoryOf(condition, condition),
      notice: { channelId: id, lastNotified, event, heldBack: endOf(hold, nowMs) },
    }
  const paused: Hold = { ...hold, reason: 'CHANNEL_PAUSED', untilMs: pausedUntil }
  return { id, memory: { lastNotified, hold: paused }, notice: null }
}

const memoryOf = (condition: Condition, lastNotified: Condition | null): ChannelMemory | null =>
  condition === 'passing' || lastNotified === null || lastNotified === 'passing' ? null : { lastNotified, hold: null }

/** The event that brings a channel up to date, if it is subscribed to its kind; null when there is none. */
function pendingEvent(
  state: AlertState,
  condition: Condition,
  { lastNotified, hold }: { readonly lastNotified: LastNotified | null; readonly hold: Hold },
  subscription: Subscription,
): AlertEvent | null {
  const event = isOutdated(lastNotified, condition, hold) ? eventOf(state, condition, lastNotified) : null
  return event && wants(subscription, event) ? event : null
}

const wants = ({ flags }: Subscription, { kind }: AlertEvent): boolean => kind !== null && flags[flagOf[kind]] === true

/** The reason and end of a silence that is over, or ends now. */
export const endOf = ({ reason, untilMs }: Hold, nowMs: number): ChannelNotice['heldBack'] => ({
  reason,
  untilMs: Math.min(untilMs ?? nowMs, nowMs),
})

/** Channels of an episode that began before channels were recorded count as notified. */
const assumedNotified = (state: AlertState, condition: Condition): LastNotified | null =>
  state.channels === undefined && condition !== 'passing' ? condition : null

function isOutdated(lastNotified: LastNotified | null, condition: Condition, hold: Hold): boolean {
  if (condition === 'passing') return lastNotified !== null
  return hold.repeats === true || lastNotified?.since !== condition.since || lastNotified.kind !== condition.kind
}

/** When the pause of a channel ends, null without a known end; undefined when it is not paused. */
function pauseOf({ activated, pausedUntilMs }: Subscription): number | null | undefined {
  if (!activated) return null
  return pausedUntilMs ?? undefined
}

const eventOf = (state: AlertState, condition: Condition, lastNotified: LastNotified | null): AlertEvent =>
  condition === 'passing' ? recoveryEvent(state, lastNotified) : problemEvent(state, condition, lastNotified)

const recoveries = {
  failure: { type: 'ALERT_RECOVERY', from: 'failing' },
  degraded: { type: 'ALERT_DEGRADED_RECOVERY', from: 'degraded' },
} as const

function recoveryEvent({ status }: AlertState, lastNotified: LastNotified | null): AlertEvent {
  const kind = lastNotified?.kind ?? 'failure'
  const since = lastNotified?.since ?? null
  return {
    ...recoveries[kind],
    kind: 'recovery',
    isAlert: true,
    silence: null,
    to: status,
    notifiedBefore: [kind],
    since,
  }
}

function problemEvent(
  { status }: AlertState,
  { kind, since }: LastNotified,
  lastNotified: LastNotified | null,
): AlertEvent {
  const before = lastNotified?.since === since ? lastNotified.kind : null
  const type = typeOf[before ?? 'nothing'][kind]
  const notifiedBefore = before === null ? [] : [before]
  return { type, kind, isAlert: true, silence: null, from: status, to: status, notifiedBefore, since }
}

const typeOf: Readonly<Record<ProblemKind | 'nothing', Readonly<Record<ProblemKind, AlertType>>>> = {
  nothing: { failure: 'ALERT_FAILURE', degraded: 'ALERT_DEGRADED' },
  failure: { failure: 'ALERT_FAILURE_REMAIN', degraded: 'ALERT_FAILURE_DEGRADED' },
  degraded: { failure: 'ALERT_DEGRADED_FAILURE', degraded: 'ALERT_DEGRADED_REMAIN' },
}
