import type { AlertKind, AlertSettings, AlertType } from '#contract'
import { invariant } from '#kernel'
import { advance } from '../advance.ts'
import { initialAlertState } from '../alert-state.ts'
import type { AlertEvent, AlertState } from '../alert-state.ts'
import type { Silence } from '../current-silence.ts'
import { dueReminder, nextReminderAt } from '../due-reminder.ts'
import { hasHeld, isUnknownToAll } from '../hold.ts'
import { plan } from '../plan.ts'
import type { PlannedNotification, Subscription } from '../plan.ts'
import { release } from '../release.ts'
import { rememberNotified } from '../remember-notified.ts'
import type { TickSummary } from '../summarize-tick.ts'

/** A finished tick of history. Times are epoch milliseconds. */
export interface ReplayTick extends TickSummary {
  /** Orders the ticks of a check: an older one than the last changes nothing. */
  readonly id: string
  readonly atMs: number
  /** When its run began. */
  readonly observedAtMs: number
  readonly isParallel: boolean
}

/** The rules that decide about the alerts of one check. */
export interface ReplayRules {
  readonly settings: AlertSettings
  readonly subscriptions: readonly Subscription[]
  /** The silence of the check at a time, or when a run began. */
  readonly silenceAt: (atMs: number, observedAtMs: number) => Silence | null
}

/** An alert that would have been recorded. */
export interface ReplayedAlert {
  readonly atMs: number
  readonly type: AlertType
  readonly kind: AlertKind
  /** 0 unless it is a reminder. */
  readonly reminder: number
  /** When its problem began; epoch milliseconds. */
  readonly sinceMs: number
  /** How many channels would have been notified. */
  readonly channels: number
}

/**
 * The alerts of one check under some rules, tick by tick, decided by the functions that decide live. Mutes, snoozes and
 * acknowledgements are what people did, so they are no part of it. Reminders and held alerts come exactly when they are due.
 */
export class CheckReplay {
  readonly #rules: ReplayRules
  #state: AlertState = initialAlertState
  #lastId = ''
  #isSettled = true

  constructor(rules: ReplayRules) {
    this.#rules = rules
  }

  get state(): AlertState {
    return this.#state
  }

  /** Whether another pass would change nothing, so that passes may be left out until the next problem. */
  get isSettled(): boolean {
    return this.#isSettled && this.#dueMs() === null
  }

  /** Takes the next tick; returns the alerts up to then. Ticks come in the order in which they finished. */
  take(tick: ReplayTick): ReplayedAlert[] {
    if (tick.id <= this.#lastId) return []
    this.#lastId = tick.id
    const alerts = this.runTo(tick.atMs)
    const silence = this.#rules.silenceAt(tick.atMs, tick.observedAtMs)
    const before = this.#state
    const { settings } = this.#rules
    const { state: after, event } = advance(before, { ...tick, settings, isSilenced: silence?.isFinal === true })
    this.#isSettled = event.to === 'passing' && after === before
    this.#state = after
    if (isNotable(event)) alerts.push(...this.#notify(before, event, silence, tick.atMs))
    return alerts
  }

  /** The reminders and held alerts that are due up to a time. */
  runTo(atMs: number): ReplayedAlert[] {
    const alerts: ReplayedAlert[] = []
    for (let dueMs = this.#dueMs(); dueMs !== null && dueMs <= atMs; dueMs = this.#dueMs())
      alerts.push(...(hasHeld(this.#state) && dueMs === this.#releaseMs() ? this.#release(dueMs) : this.#remind(dueMs)))
    return alerts
  }

  #dueMs(): number | null {
    const times = [nextReminderAt(this.#state), this.#releaseMs()].filter((time) => time !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  /** When the silence of the check ends. Pauses of channels are what people did. */
  #releaseMs(): number | null {
    return this.#state.hold?.untilMs ?? null
  }

  #notify(before: AlertState, event: AlertEvent, silence: Silence | null, atMs: number): ReplayedAlert[] {
    const { subscriptions } = this.#rules
    const planned = plan({ event, silence: silence?.silence ?? null, subscriptions, memory: before })
    const isRecorded =
      event.isAlert && silence?.reason !== 'MAINTENANCE' && !(event.kind === 'recovery' && isUnannounced(before))
    const alertId = isRecorded ? 'recorded' : null
    this.#state = rememberNotified(before, this.#state, { event, planned, silence, subscriptions, alertId })
    return isRecorded ? [alertOf(event, atMs, planned)] : []
  }

  #remind(atMs: number): ReplayedAlert[] {
    const due = dueReminder(this.#state, this.#rules.settings, atMs)
    invariant(due !== null, 'a reminder is due when its time has come')
    const before = this.#state
    this.#state = due.state
    if (due.event === null) return []
    const silence = this.#rules.silenceAt(atMs, atMs)
    if (silence && !silence.isFinal)
      this.#state = { ...before, hold: { reason: silence.reason, untilMs: silence.untilMs } }
    if (silence) return []
    const planned = plan({ event: due.event, silence: null, subscriptions: this.#rules.subscriptions })
    return [alertOf(due.event, atMs, planned, due.sequence)]
  }

  #release(atMs: number): ReplayedAlert[] {
    const { settings, subscriptions, silenceAt } = this.#rules
    const silence = silenceAt(atMs, atMs)
    const facts = { nowMs: atMs, isActive: true, pause: null, silence, subscriptions, settings }
    const { state, notifications } = release(this.#state, facts)
    this.#state = state.hold?.untilMs === atMs ? withoutHold(state) : state
    const channels = notifications.reduce((sum, { channelIds }) => sum + channelIds.length, 0)
    const recorded = notifications.find(({ isUnrecorded }) => isUnrecorded)
    return recorded ? [{ ...alertOf(recorded.event, atMs, [], recorded.reminderSequence), channels }] : []
  }
}

const isUnannounced = (before: AlertState): boolean => isUnknownToAll(before) && typeof before.alertId !== 'string'

/** Time would stand still at a silence that ends now and decides nothing. */
const withoutHold = (state: AlertState): AlertState => ({ ...state, hold: null })

/** As the service does: what stays as it is without an alert is no event. */
const isNotable = (event: AlertEvent): boolean => event.isAlert || (event.kind !== null && event.from !== event.to)

const isSent = ({ channelId, silence }: PlannedNotification): boolean => channelId !== null && silence === null

const alertOf = (
  { type, kind, since }: AlertEvent,
  atMs: number,
  planned: readonly PlannedNotification[],
  reminder = 0,
): ReplayedAlert => ({
  atMs,
  type,
  kind: kind ?? 'failure',
  reminder,
  sinceMs: since ?? atMs,
  channels: planned.filter(isSent).length,
})
