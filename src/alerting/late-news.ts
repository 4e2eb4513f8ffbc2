import type { AlertType, HeldBackReason } from '#contract'
import type { AlertEvent, AlertState, TroubleKind } from './alert-state.ts'
import type { ChannelMemory, Heard, Hold } from './hold.ts'
import { flagOf } from './plan.ts'
import type { Subscription } from './plan.ts'

/** The current condition of a check: a problem that reached its threshold, or passing. */
export type Truth = Heard | 'passing'

/** A delayed notification to one channel. */
export interface Told {
  readonly channelId: number
  /** What it was last notified of before. */
  readonly heard: Heard | null
  readonly event: AlertEvent
  readonly heldBack: { readonly reason: HeldBackReason; readonly untilMs: number }
}

/** The decision for one channel at the end of a silence. */
export interface Decided {
  readonly id: number
  readonly memory: ChannelMemory | null
  readonly told: Told | null
}

/** The current condition of a check; null while a new problem has not reached its threshold. */
export function truthOf(state: AlertState): Truth | null {
  if (state.status === 'passing') return 'passing'
  const kind = toldLast(state)
  return kind && { kind, since: state.troubleSince ?? 0 }
}

/** Null: below the threshold, or silenced by a window without a notification at its end. */
function toldLast({ lastTold, failureTold, degradedTold }: AlertState): TroubleKind | null {
  if (lastTold === 'failure' && failureTold) return 'failure'
  return degradedTold ? 'degraded' : null
}

/** Decides which held notification a channel is sent now, and its notification state afterwards. */
export function decideChannel(state: AlertState, truth: Truth, subscription: Subscription, nowMs: number): Decided {
  const id = subscription.channelId
  const known = state.channels?.[id] ?? { heard: heardUnremembered(state, truth), hold: null }
  const { heard } = known
  const hold = known.hold ?? state.hold ?? null
  const event = hold && newsOf(state, truth, { heard, hold }, subscription)
  if (hold === null || event === null) return { id, memory: memoryOf(truth, heard), told: null }
  const pausedUntil = pauseOf(subscription)
  if (pausedUntil === undefined)
    return { id, memory: memoryOf(truth, truth), told: { channelId: id, heard, event, heldBack: endOf(hold, nowMs) } }
  const paused: Hold = { ...hold, reason: 'CHANNEL_PAUSED', untilMs: pausedUntil }
  return { id, memory: { heard, hold: paused }, told: null }
}

const memoryOf = (truth: Truth, heard: Truth | null): ChannelMemory | null =>
  truth === 'passing' || heard === null || heard === 'passing' ? null : { heard, hold: null }

/** The event that brings a channel up to date, if it is subscribed to its kind; null when there is none. */
function newsOf(
  state: AlertState,
  truth: Truth,
  { heard, hold }: { readonly heard: Heard | null; readonly hold: Hold },
  subscription: Subscription,
): AlertEvent | null {
  const event = isNews(heard, truth, hold) ? eventOf(state, truth, heard) : null
  return event && wants(subscription, event) ? event : null
}

const wants = ({ flags }: Subscription, { kind }: AlertEvent): boolean => kind !== null && flags[flagOf[kind]] === true

/** The reason and end of a silence that is over, or ends now. */
export const endOf = ({ reason, untilMs }: Hold, nowMs: number): Told['heldBack'] => ({
  reason,
  untilMs: Math.min(untilMs ?? nowMs, nowMs),
})

/** Channels of an episode that began before channels were recorded count as notified. */
const heardUnremembered = (state: AlertState, truth: Truth): Heard | null =>
  state.channels === undefined && truth !== 'passing' ? truth : null

function isNews(heard: Heard | null, truth: Truth, hold: Hold): boolean {
  if (truth === 'passing') return heard !== null
  return hold.repeats === true || heard?.since !== truth.since || heard.kind !== truth.kind
}

/** When the pause of a channel ends, null without a known end; undefined when it is not paused. */
function pauseOf({ activated, pausedUntilMs }: Subscription): number | null | undefined {
  if (!activated) return null
  return pausedUntilMs ?? undefined
}

const eventOf = (state: AlertState, truth: Truth, heard: Heard | null): AlertEvent =>
  truth === 'passing' ? recoveryOf(state, heard) : troubleOf(state, truth, heard)

const recoveries = {
  failure: { type: 'ALERT_RECOVERY', from: 'failing' },
  degraded: { type: 'ALERT_DEGRADED_RECOVERY', from: 'degraded' },
} as const

function recoveryOf({ status }: AlertState, heard: Heard | null): AlertEvent {
  const kind = heard?.kind ?? 'failure'
  const since = heard?.since ?? null
  return { ...recoveries[kind], kind: 'recovery', isAlert: true, silence: null, to: status, toldBefore: [kind], since }
}

function troubleOf({ status }: AlertState, { kind, since }: Heard, heard: Heard | null): AlertEvent {
  const before = heard?.since === since ? heard.kind : null
  const type = typeOf[before ?? 'nothing'][kind]
  const toldBefore = before === null ? [] : [before]
  return { type, kind, isAlert: true, silence: null, from: status, to: status, toldBefore, since }
}

const typeOf: Readonly<Record<TroubleKind | 'nothing', Readonly<Record<TroubleKind, AlertType>>>> = {
  nothing: { failure: 'ALERT_FAILURE', degraded: 'ALERT_DEGRADED' },
  failure: { failure: 'ALERT_FAILURE_REMAIN', degraded: 'ALERT_FAILURE_DEGRADED' },
  degraded: { failure: 'ALERT_DEGRADED_FAILURE', degraded: 'ALERT_DEGRADED_REMAIN' },
}
