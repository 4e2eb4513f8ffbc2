import type { AlertSettings, Outcome, SilenceReason } from '#contract'
import { initialAlertState, notifiedKinds } from './alert-state.ts'
import type { AlertEvent, AlertState, CheckStatus, ProblemKind } from './alert-state.ts'
import { armReminder } from './due-reminder.ts'
import { hasHeld } from './hold.ts'
import { isShareReached, isThresholdReached } from './escalation.ts'
import { countFailed, recentRuns, recovering, withRunMemory } from './run-policies.ts'
import type { TickSummary } from './summarize-tick.ts'
import { transitions } from './transitions.ts'

/** A finished tick; a ping or a missed ping of a heartbeat counts as a tick of one location. */
export interface TickFacts extends TickSummary {
  readonly isParallel: boolean
  /** When it finished, in epoch milliseconds. */
  readonly atMs: number
  readonly settings: AlertSettings
  /** Whether a maintenance window silences this tick and is configured not to notify when it ends. */
  readonly isSilenced?: boolean
}

export interface Advanced {
  readonly state: AlertState
  readonly event: AlertEvent
}

const statusOf = { passed: 'passing', degraded: 'degraded', failed: 'failing' } as const satisfies Record<
  Outcome,
  CheckStatus
>

/**
 * Advances the alert state by one finished tick. The event describes the change, and whether recipients are notified
 * or why not. A pass after a pass returns the same state object, so nothing needs to be stored, unless a window remembers a failed run.
 */
export function advance(state: AlertState, tick: TickFacts): Advanced {
  const improving = recovering(state, tick)
  if (improving) return { state: improving, event: unchanged(state) }
  const runs = recentRuns(state, tick)
  const event = eventOf(state, tick, runs)
  return { state: withRunMemory(stateAfter(state, tick, event), runs), event }
}

function stateAfter(state: AlertState, tick: TickFacts, event: AlertEvent): AlertState {
  if (event.to !== 'passing') return afterProblem(state, tick, event)
  return event.from === 'passing' ? state : recovered(state, tick.atMs)
}

/** A run that a policy does not count as the end of a problem yet. */
const unchanged = (state: AlertState): AlertEvent => ({
  type: 'NO_ALERT',
  kind: null,
  isAlert: false,
  silence: null,
  from: state.status,
  to: state.status,
  notifiedBefore: notifiedKinds(state),
  since: state.problemSince,
})

function eventOf(state: AlertState, tick: TickFacts, runs: string | undefined): AlertEvent {
  const to = statusOf[tick.outcome]
  const { type, kind, silence } = transitions[state.status][to]
  const span = { ...problemSpan(state, tick), failedOfRecent: countFailed(runs) }
  const found = silence({
    state,
    kind,
    isThresholdReached: isThresholdReached(tick.settings, span),
    isShareReached: isShareReached(tick.settings, tick),
    isWindowed: tick.settings.windowBasedEscalation !== undefined,
  })
  const reason =
    kind !== null && tick.isSilenced === true ? silencedReason(found) : (found ?? acknowledged(state, kind))
  const isAlert = kind !== null && reason === null
  const since = to === 'passing' ? state.problemSince : (state.problemSince ?? tick.atMs)
  return { type, kind, isAlert, silence: reason, from: state.status, to, notifiedBefore: notifiedKinds(state), since }
}

/** An acknowledgement covers its own kind only: a degradation that becomes a failure is always worth an alert. */
const acknowledged = ({ acknowledgement }: AlertState, kind: AlertEvent['kind']): SilenceReason | null =>
  acknowledgement && acknowledgement.kind === kind ? 'ACKNOWLEDGED' : null

/** ALREADY_NOTIFIED and NEVER_NOTIFIED keep their reason; every other event is silenced by the maintenance window. */
const silencedReason = (found: SilenceReason | null): SilenceReason =>
  found === 'ALREADY_NOTIFIED' || found === 'NEVER_NOTIFIED' ? found : 'SILENCED_BY_MAINTENANCE'

const problemSpan = (state: AlertState, { atMs }: TickFacts) => ({
  runs: state.problemRuns + 1,
  sinceMs: state.problemSince ?? atMs,
  atMs,
})

function afterProblem(state: AlertState, tick: TickFacts, event: AlertEvent): AlertState {
  const span = problemSpan(state, tick)
  const next: AlertState = {
    ...state,
    status: event.to,
    statusSince: event.from === event.to ? state.statusSince : tick.atMs,
    problemRuns: span.runs,
    problemSince: span.sinceMs,
    reminder: state.reminder && armReminder(state.reminder, tick.settings),
  }
  const kind = event.to === 'failing' ? 'failure' : 'degraded'
  if (event.isAlert) return afterAlert(next, tick, kind)
  return isHeldBack(event) ? { ...next, lastNotifiedKind: kind } : next
}

// A problem that begins in a window without a notification at its end counts as notified from its first tick, whatever
// the thresholds, although no channel was notified: no alert follows the window, and neither a reminder nor a recovery.
// A problem that began before the window continues unchanged.
const isHeldBack = ({ silence, from, to }: AlertEvent): boolean =>
  from !== to && (silence === 'SILENCED_BY_MAINTENANCE' || silence === 'NEVER_NOTIFIED')

// An escalation continues the reminder sequence of its episode, so that `reminders.amount` is never exceeded.
const afterAlert = (state: AlertState, tick: TickFacts, kind: ProblemKind): AlertState => ({
  ...state,
  failureNotified: state.failureNotified || kind === 'failure',
  degradedNotified: state.degradedNotified || kind === 'degraded',
  lastNotifiedKind: kind,
  reminder: armReminder({ sequence: state.reminder?.sequence ?? 0, lastNotifiedAt: tick.atMs }, tick.settings),
})

/** Pending notifications of channels outlast the episode. */
const recovered = (state: AlertState, atMs: number): AlertState => ({
  ...initialAlertState,
  statusSince: atMs,
  ...(hasHeld(state) && {
    hold: state.hold ?? null,
    ...(state.channels && { channels: state.channels }),
    ...(state.alertId !== undefined && { alertId: state.alertId }),
  }),
})
