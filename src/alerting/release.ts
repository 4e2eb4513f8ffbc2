import type { AlertSettings } from '#contract'
import { minuteMs } from '#kernel'
import type { AlertEvent, AlertState, ProblemKind } from './alert-state.ts'
import type { Silence } from './current-silence.ts'
import { armReminder, dueReminder } from './due-reminder.ts'
import { delayedEscalation } from './escalation-steps.ts'
import { hasHeld, isAcknowledged } from './hold.ts'
import { decideChannel, endOf, conditionOf } from './delayed-notifications.ts'
import type { Decided, ChannelNotice, Condition } from './delayed-notifications.ts'
import { mergeByChannel } from './plan.ts'
import type { Subscription } from './plan.ts'

/** A check at the time when a silence of its alerts may have ended. */
export interface ReleaseFacts {
  readonly nowMs: number
  readonly isActive: boolean
  /**
   * Whether a maintenance window pauses the check, or paused it since its last run; `untilMs` is null for no known end.
   */
  readonly pause: { readonly isOver: boolean; readonly untilMs: number | null } | null
  readonly silence: Silence | null
  readonly subscriptions: readonly Subscription[]
  readonly settings: AlertSettings
}

/** A delayed notification to some channels. */
export interface DelayedNotification {
  readonly event: AlertEvent
  readonly channelIds: readonly number[]
  readonly heldBack: ChannelNotice['heldBack']
  /** 0 unless it is a reminder. */
  readonly reminderSequence: number
  /** Whether the alert still has to be recorded: a reminder, or an alert held back by a maintenance window. */
  readonly isUnrecorded: boolean
}

export interface Released {
  readonly state: AlertState
  readonly notifications: readonly DelayedNotification[]
  /** When to check again, in epoch milliseconds; null when the next run or the next user action decides. */
  readonly recheckAtMs: number | null
}

/** A silence without a known end, or one that a user ends early, is checked again after this time at the latest. */
export const recheckAtMs = 15 * minuteMs

/** When to check a notification that is held back until `untilMs`. */
export const recheckTime = (untilMs: number | null, nowMs: number): number =>
  Math.min(untilMs ?? Infinity, nowMs + recheckAtMs)

/**
 * Decides which held notifications are sent: each channel is notified once of the current condition, if that differs
 * from its last notification. What is still silenced stays held back, and an outdated state waits for the next run.
 */
export function release(state: AlertState, facts: ReleaseFacts): Released {
  if (!hasHeld(state)) return { state, notifications: [], recheckAtMs: null }
  const waiting = waitingState(state, facts)
  if (waiting) return { ...waiting, notifications: [] }
  const condition = conditionOf(state)
  // A new problem below its threshold, after a problem that some channels were notified of: the next run decides.
  return condition === null ? { state, notifications: [], recheckAtMs: null } : releaseNow(state, condition, facts)
}

type Waiting = Omit<Released, 'notifications'>

function waitingState(state: AlertState, facts: ReleaseFacts): Waiting | null {
  const { pause, silence, nowMs } = facts
  if (!facts.isActive) return { state: { ...state, awaitsRun: true }, recheckAtMs: null }
  if (pause) {
    const paused = { ...state, awaitsRun: true }
    return { state: paused, recheckAtMs: pause.isOver ? null : recheckTime(pause.untilMs, nowMs) }
  }
  if (silence) return { state: held(state, silence), recheckAtMs: recheckTime(silence.untilMs, nowMs) }
  if (state.awaitsRun || isAcknowledged(state, statusKind(state))) return { state, recheckAtMs: null }
  return null
}

/** Messages name the silence that ended last. */
const held = (state: AlertState, { reason, untilMs }: Silence): AlertState =>
  state.hold ? { ...state, hold: { ...state.hold, reason, untilMs } } : state

const statusKind = ({ status }: AlertState): ProblemKind | null =>
  status === 'passing' ? null : status === 'failing' ? 'failure' : 'degraded'

function releaseNow(state: AlertState, condition: Condition, facts: ReleaseFacts): Released {
  const decided = mergeByChannel(facts.subscriptions).map((subscription) =>
    decideChannel(state, condition, subscription, facts.nowMs),
  )
  const notice = decided.flatMap((one) => one.notice ?? [])
  const notifications = groupByMessage(notice, state)
  const { hold: _hold, awaitsRun: _awaitsRun, ...rest } = state
  const channels = memoriesOf(decided)
  const next: AlertState = { ...rest, ...pendingEscalation(rest, condition, channels), hold: null, channels }
  const recheckAtMs = firstRecheck(decided, facts.nowMs)
  if (condition === 'passing' || !state.hold) return { state: tidy(next), notifications, recheckAtMs }
  if (notifications.length > 0) return { state: tidy(rearmed(next, facts)), notifications, recheckAtMs }
  const delayed = delayedReminder(state, next, facts)
  return { state: tidy(delayed?.state ?? next), notifications: delayed ? [delayed.notifications] : [], recheckAtMs }
}

/** Of an escalation that is over, the channels from which the recovery is still held back. */
function pendingEscalation(
  { escalation }: AlertState,
  condition: Condition,
  memories: NonNullable<AlertState['channels']>,
): Pick<AlertState, 'escalation'> {
  if (condition !== 'passing' || !escalation) return {}
  return { escalation: { ...escalation, channels: escalation.channels.filter((id) => memories[id]) } }
}

const memoriesOf = (decided: readonly Decided[]): NonNullable<AlertState['channels']> =>
  Object.fromEntries(decided.flatMap(({ id, memory }) => (memory ? [[id, memory] as const] : [])))

/** When the first of the channels that are still silent may be notified. */
function firstRecheck(decided: readonly Decided[], nowMs: number): number | null {
  const rechecks = decided.flatMap(({ memory }) => (memory?.hold ? [recheckTime(memory.hold.untilMs, nowMs)] : []))
  return rechecks.length === 0 ? null : Math.min(...rechecks)
}

/** Channels that get the same message share one alert. */
function groupByMessage(notice: readonly ChannelNotice[], state: AlertState): DelayedNotification[] {
  const byMessage = Map.groupBy(notice, ({ event, heldBack }) => `${event.type} ${event.since} ${heldBack.reason}`)
  return [...byMessage.values()].flatMap((items, index) => {
    const [first] = items
    if (first === undefined) return []
    const isNew = first.lastNotified?.since !== first.event.since || first.lastNotified?.kind !== first.event.kind
    return [
      {
        event: first.event,
        channelIds: items.map(({ channelId }) => channelId),
        heldBack: first.heldBack,
        reminderSequence: 0,
        isUnrecorded: index === 0 && isNew && typeof state.alertId !== 'string',
      },
    ]
  })
}

const rearmed = (state: AlertState, { nowMs, settings }: ReleaseFacts): AlertState => ({
  ...state,
  ...delayedEscalation(state, nowMs),
  reminder: armReminder({ sequence: state.reminder?.sequence ?? 0, lastNotifiedAt: nowMs }, settings),
})

/** The reminder that became due while the check was silent, once, for channels notified of the problem before. */
function delayedReminder(before: AlertState, state: AlertState, { nowMs, settings, subscriptions }: ReleaseFacts) {
  const due = dueReminder(state, settings, nowMs)
  if (!before.hold || !due?.event) return null
  const notifications: DelayedNotification = {
    event: due.event,
    channelIds: mergeByChannel(subscriptions).map(({ channelId }) => channelId),
    heldBack: endOf(before.hold, nowMs),
    reminderSequence: due.sequence,
    isUnrecorded: true,
  }
  return { state: due.state, notifications }
}

function tidy(state: AlertState): AlertState {
  if (hasHeld(state)) return state
  const { hold: _hold, alertId: _alertId, channels, ...rest } = state
  if (state.status !== 'passing') return channels === undefined ? rest : { ...rest, channels }
  const { escalation: _escalation, ...left } = rest
  return left
}
