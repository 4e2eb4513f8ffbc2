import type { AlertSettings } from '#contract'
import { minuteMs } from '#kernel'
import type { AlertEvent, AlertState, TroubleKind } from './alert-state.ts'
import type { Silence } from './current-silence.ts'
import { armReminder, dueReminder } from './due-reminder.ts'
import { hasHeld, isAcknowledged } from './hold.ts'
import { decideChannel, endOf, truthOf } from './late-news.ts'
import type { Decided, Told, Truth } from './late-news.ts'
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
export interface LateNews {
  readonly event: AlertEvent
  readonly channelIds: readonly number[]
  readonly heldBack: Told['heldBack']
  /** 0 unless it is a reminder. */
  readonly reminderSequence: number
  /** Whether the alert still has to be recorded: a reminder, or an alert held back by a maintenance window. */
  readonly isUnrecorded: boolean
}

export interface Released {
  readonly state: AlertState
  readonly news: readonly LateNews[]
  /** When to check again, in epoch milliseconds; null when the next run or the next user action decides. */
  readonly lookAtMs: number | null
}

/** A silence without a known end, or one that a user ends early, is checked again after this time at the latest. */
export const lookAgainMs = 15 * minuteMs

/** When to check a notification that is held back until `untilMs`. */
export const lookAt = (untilMs: number | null, nowMs: number): number =>
  Math.min(untilMs ?? Infinity, nowMs + lookAgainMs)

/**
 * Decides which held notifications are sent: each channel is notified once of the current condition, if that differs
 * from its last notification. What is still silenced stays held back, and an outdated state waits for the next run.
 */
export function release(state: AlertState, facts: ReleaseFacts): Released {
  if (!hasHeld(state)) return { state, news: [], lookAtMs: null }
  const waiting = waitingState(state, facts)
  if (waiting) return { ...waiting, news: [] }
  const truth = truthOf(state)
  // A new problem below its threshold, after a problem that some channels were notified of: the next run decides.
  return truth === null ? { state, news: [], lookAtMs: null } : releaseNow(state, truth, facts)
}

type Waiting = Omit<Released, 'news'>

function waitingState(state: AlertState, facts: ReleaseFacts): Waiting | null {
  const { pause, silence, nowMs } = facts
  if (!facts.isActive) return { state: { ...state, awaitsRun: true }, lookAtMs: null }
  if (pause) {
    const paused = { ...state, awaitsRun: true }
    return { state: paused, lookAtMs: pause.isOver ? null : lookAt(pause.untilMs, nowMs) }
  }
  if (silence) return { state: held(state, silence), lookAtMs: lookAt(silence.untilMs, nowMs) }
  if (state.awaitsRun || isAcknowledged(state, statusKind(state))) return { state, lookAtMs: null }
  return null
}

/** Messages name the silence that ended last. */
const held = (state: AlertState, { reason, untilMs }: Silence): AlertState =>
  state.hold ? { ...state, hold: { ...state.hold, reason, untilMs } } : state

const statusKind = ({ status }: AlertState): TroubleKind | null =>
  status === 'passing' ? null : status === 'failing' ? 'failure' : 'degraded'

function releaseNow(state: AlertState, truth: Truth, facts: ReleaseFacts): Released {
  const decided = mergeByChannel(facts.subscriptions).map((subscription) =>
    decideChannel(state, truth, subscription, facts.nowMs),
  )
  const told = decided.flatMap((one) => one.told ?? [])
  const news = groupNews(told, state)
  const { hold: _hold, awaitsRun: _awaitsRun, ...rest } = state
  const next: AlertState = { ...rest, hold: null, channels: memoriesOf(decided) }
  const lookAtMs = firstLook(decided, facts.nowMs)
  if (truth === 'passing' || !state.hold) return { state: tidy(next), news, lookAtMs }
  if (news.length > 0) return { state: tidy(rearmed(next, facts)), news, lookAtMs }
  const late = lateReminder(state, next, facts)
  return { state: tidy(late?.state ?? next), news: late ? [late.news] : [], lookAtMs }
}

const memoriesOf = (decided: readonly Decided[]): NonNullable<AlertState['channels']> =>
  Object.fromEntries(decided.flatMap(({ id, memory }) => (memory ? [[id, memory] as const] : [])))

/** When the first of the channels that are still silent may be notified. */
function firstLook(decided: readonly Decided[], nowMs: number): number | null {
  const looks = decided.flatMap(({ memory }) => (memory?.hold ? [lookAt(memory.hold.untilMs, nowMs)] : []))
  return looks.length === 0 ? null : Math.min(...looks)
}

/** Channels that get the same message share one alert. */
function groupNews(told: readonly Told[], state: AlertState): LateNews[] {
  const byWords = Map.groupBy(told, ({ event, heldBack }) => `${event.type} ${event.since} ${heldBack.reason}`)
  return [...byWords.values()].flatMap((items, index) => {
    const [first] = items
    if (first === undefined) return []
    const isNew = first.heard?.since !== first.event.since || first.heard?.kind !== first.event.kind
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
  reminder: armReminder({ sequence: state.reminder?.sequence ?? 0, lastToldAt: nowMs }, settings),
})

/** The reminder that became due while the check was silent, once, for channels notified of the problem before. */
function lateReminder(before: AlertState, state: AlertState, { nowMs, settings, subscriptions }: ReleaseFacts) {
  const due = dueReminder(state, settings, nowMs)
  if (!before.hold || !due?.event) return null
  const news: LateNews = {
    event: due.event,
    channelIds: mergeByChannel(subscriptions).map(({ channelId }) => channelId),
    heldBack: endOf(before.hold, nowMs),
    reminderSequence: due.sequence,
    isUnrecorded: true,
  }
  return { state: due.state, news }
}

function tidy(state: AlertState): AlertState {
  if (hasHeld(state)) return state
  const { hold: _hold, alertId: _alertId, channels, ...rest } = state
  return state.status === 'passing' || channels === undefined ? rest : { ...rest, channels }
}
