import type { EscalatedKind, EscalationRules, EscalationStep } from '#contract'
import { minuteMs } from '#kernel'
import { endOfQuietHours } from '#schedule'
import type { AlertEvent, AlertState, ProblemKind } from './alert-state.ts'
import { reminderEvent } from './due-reminder.ts'
import { isAcknowledged } from './hold.ts'

/** How far the escalation of the running episode is. All times are epoch milliseconds. */
export interface EscalationState {
  readonly policyId: string
  /** The start of its episode. */
  readonly since: number
  /** The problem that it began with. */
  readonly kind: ProblemKind
  /** How many steps and repeats were sent. */
  readonly sent: number
  /** When the alert or the last step was sent. */
  readonly lastAt: number
  /** Null when no step is left. */
  readonly nextAt: number | null
  /** The channels that steps notified in this episode. */
  readonly channels: readonly number[]
  /** The recorded alert. */
  readonly alertId: string | null
}

/** A step of a policy that is due. */
export interface DueStep {
  /** From 1; that of a repeat is the last step. */
  readonly number: number
  readonly total: number
  /** After the alert. */
  readonly minutes: number
  /** From 1; 0 for a step that is no repeat. */
  readonly repeat: number
  readonly channelIds: readonly number[]
  readonly event: AlertEvent
}

/** Which step of a policy notifies channels. */
export interface EscalatedStep extends Pick<DueStep, 'number' | 'total' | 'minutes' | 'repeat'> {
  readonly policyName: string
}

/** Either the step to send now, or only a state to store because the policy has changed since, or quiet hours have begun. */
export interface DecidedStep {
  readonly state: AlertState
  readonly step: DueStep | null
}

const statusKind = ({ status }: AlertState): ProblemKind => (status === 'failing' ? 'failure' : 'degraded')

/**
 * When to call `dueStep` next, in epoch milliseconds; null when no step is pending. An acknowledgement, a silence that
 * holds notifications back and a problem that is recovering put it off.
 */
export const nextStepAt = (state: AlertState): number | null =>
  state.status === 'passing' || state.hold || state.goodRuns !== undefined || isAcknowledged(state, statusKind(state))
    ? null
    : (state.escalation?.nextAt ?? null)

/** The steps of the episode that a state is in. */
const currentEscalation = ({ escalation, problemSince }: AlertState): EscalationState | null =>
  escalation && escalation.since === problemSince ? escalation : null

/**
 * The state after an alert of a check with a policy: its steps begin, and they begin again when a degradation becomes a
 * failure. `alertId` is that of the recorded alert.
 */
export function withEscalation(
  state: AlertState,
  policy: EscalationRules & { readonly id: string },
  { kind, atMs, alertId }: { readonly kind: ProblemKind; readonly atMs: number; readonly alertId: string | null },
): AlertState {
  const running = currentEscalation(state)
  if (running && (running.kind === 'failure' || kind === 'degraded')) return state
  const started = {
    policyId: policy.id,
    since: state.problemSince ?? atMs,
    kind,
    sent: 0,
    lastAt: atMs,
    // Also those from which a silence holds back the recovery of the problem before.
    channels: state.escalation?.channels ?? [],
    alertId,
  }
  return { ...state, escalation: { ...started, nextAt: timeOfNext(started, policy, kind) } }
}

/** The steps of an alert that was held back wait from when it is sent. */
export const delayedEscalation = (state: AlertState, nowMs: number): Pick<AlertState, 'escalation'> => {
  const running = currentEscalation(state)
  if (!running || running.sent > 0 || running.nextAt === null) return {}
  return { escalation: { ...running, lastAt: nowMs, nextAt: nowMs + running.nextAt - running.lastAt } }
}

/**
 * The step that is due at `atMs`, or null before `nextStepAt`. The current policy and the current status apply: without a
 * policy nothing is left to do. Each step waits from when the one before was sent, so that steps that were put off never
 * come all at once.
 */
export function dueStep(state: AlertState, policy: EscalationRules | null, atMs: number): DecidedStep | null {
  const next = nextStepAt(state)
  const { escalation } = state
  if (!escalation || next === null || next > atMs) return null
  const kind = statusKind(state)
  const dueAt = policy && timeOfNext(escalation, policy, kind, atMs)
  const step = policy && stepAt(escalation.sent, policy)
  if (dueAt === null || dueAt > atMs || !policy || !step)
    return { state: { ...state, escalation: { ...escalation, nextAt: dueAt } }, step: null }
  const sent = { ...escalation, sent: escalation.sent + 1, lastAt: atMs }
  return {
    state: { ...state, escalation: { ...sent, nextAt: timeOfNext(sent, policy, kind) } },
    step: dueStepOf(state, policy, step, escalation.sent),
  }
}

/** Adds the channels that a step notified. */
export const withEscalated = (state: AlertState, channelIds: readonly number[]): AlertState =>
  state.escalation
    ? { ...state, escalation: { ...state.escalation, channels: union(state.escalation.channels, channelIds) } }
    : state

const union = (some: readonly number[], others: readonly number[]): readonly number[] => [
  ...new Set([...some, ...others]),
]

/** The channels that steps notified of the problem a check has, or of the one that ended. */
export const escalatedChannels = ({ escalation }: Pick<AlertState, 'escalation'>): readonly number[] =>
  escalation?.channels ?? []

function dueStepOf(state: AlertState, { steps }: EscalationRules, step: EscalationStep, sent: number): DueStep {
  const repeat = Math.max(0, sent + 1 - steps.length)
  const event = reminderEvent(state)
  const first = event.kind === 'degraded' ? 'ALERT_DEGRADED' : 'ALERT_FAILURE'
  return {
    number: Math.min(sent + 1, steps.length),
    total: steps.length,
    minutes: step.afterMinutes,
    repeat,
    channelIds: step.alertChannelIds,
    event: repeat > 0 ? event : { ...event, type: first },
  }
}

/** The step after so many; null when none is left. */
function stepAt(sent: number, { steps, repeat }: EscalationRules): EscalationStep | null {
  if (sent < steps.length) return steps[sent] ?? null
  const repeats = repeat === null ? 0 : (repeat.times ?? Infinity)
  return sent - steps.length < repeats ? (steps.at(-1) ?? null) : null
}

/** When the next step is due, not before `atMs`. */
function timeOfNext(
  { sent, lastAt }: Pick<EscalationState, 'sent' | 'lastAt'>,
  policy: EscalationRules,
  kind: ProblemKind,
  atMs = lastAt,
): number | null {
  const step = stepAt(sent, policy)
  if (step === null) return null
  const dueAt = lastAt + gapMinutes(sent, policy) * minuteMs
  const hours = [...policy.quietHours, ...step.quietHours].filter(({ kinds }) => kinds.includes(kindNames[kind]))
  return endOfQuietHours(hours, Math.max(dueAt, atMs))
}

const kindNames = { failure: 'FAILURE', degraded: 'DEGRADED' } as const satisfies Record<ProblemKind, EscalatedKind>

/** The wait of a step after the one before it. */
function gapMinutes(sent: number, { steps, repeat }: EscalationRules): number {
  const [step, before] = [steps[sent], steps[sent - 1]]
  if (step === undefined) return repeat?.everyMinutes ?? 0
  return Math.max(0, step.afterMinutes - (before?.afterMinutes ?? 0))
}
