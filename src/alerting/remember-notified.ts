import type { AlertEvent, AlertState } from './alert-state.ts'
import type { Silence } from './current-silence.ts'
import type { EscalationState } from './escalation-steps.ts'
import { hasHeld, isUnknownToAll } from './hold.ts'
import type { ChannelMemory, LastNotified, Hold, Memory } from './hold.ts'
import type { PlannedNotification, Subscription } from './plan.ts'

/** An event with the notifications that were planned for it. */
export interface Notified {
  readonly event: AlertEvent
  readonly planned: readonly PlannedNotification[]
  /** The silence of the entire check, if there is one. */
  readonly silence: Silence | null
  readonly subscriptions: readonly Subscription[]
  /** The alert that was recorded; null when none was. */
  readonly alertId: string | null
}

/**
 * The state after an event, with what each channel was notified of and what is held back from it. `before` is the state
 * before the event, `after` the result of `advance`.
 */
export function rememberNotified(before: AlertState, after: AlertState, notified: Notified): AlertState {
  const { event, silence } = notified
  if (!event.isAlert) return event.kind === 'recovery' && isNothingPending(after) ? withoutMemory(after) : after
  if (event.kind === 'recovery' && isUnknownToAll(before)) return withoutMemory(after)
  if (silence !== null) return heldFromAll(before, after, { ...notified, silence })
  return withMemory(after, { hold: null, channels: channelsAfter(before, notified) }, notified.alertId)
}

/**
 * The same after a recovery, which is held back from the channels that steps of an escalation policy notified as from those
 * that are subscribed.
 */
export function rememberRecovery(before: AlertState, after: AlertState, notified: Notified): AlertState {
  const { escalation } = before
  if (!escalation?.channels.length) return rememberNotified(before, after, notified)
  const state = rememberNotified(withInformed(before, escalation), after, notified)
  if (!hasHeld(state)) return state
  const channels = escalation.channels.filter((id) => state.channels?.[id])
  return { ...state, escalation: { ...escalation, nextAt: null, channels } }
}

/** The channels that steps notified, as if they had been subscribed. */
function withInformed(state: AlertState, { channels, since }: EscalationState): AlertState {
  const lastNotified: LastNotified = { kind: state.lastNotifiedKind ?? 'failure', since }
  const informed = channels.map((id) => {
    const known = state.channels?.[id]
    return [id, { lastNotified: known?.lastNotified ?? lastNotified, hold: known?.hold ?? null }] as const
  })
  return { ...state, channels: { ...state.channels, ...Object.fromEntries(informed) } }
}

const isNothingPending = (state: AlertState): boolean => !hasHeld(state) || isUnknownToAll(state)

/** No channel was notified of a problem, and no notification is pending. */
function withoutMemory(state: AlertState): AlertState {
  const { hold: _hold, channels: _channels, alertId: _alertId, awaitsRun: _awaitsRun, ...rest } = state
  return rest
}

function heldFromAll(before: AlertState, after: AlertState, notified: Notified & { silence: Silence }): AlertState {
  const { event, silence, alertId } = notified
  const hold: Hold = {
    reason: silence.reason,
    untilMs: silence.untilMs,
    ...(before.hold?.repeats && event.kind !== 'recovery' && { repeats: true }),
  }
  // An episode that began before channels were recorded: which channels were notified stays unknown.
  const channels = before.channels ?? (event.notifiedBefore.length > 0 ? undefined : {})
  return withMemory(after, { hold, ...(channels && { channels }) }, alertId)
}

function withMemory(state: AlertState, memory: Memory, alertId: string | null): AlertState {
  const next = { ...withoutMemory(state), ...memory }
  if (hasHeld(next)) return { ...next, alertId }
  return state.status === 'passing' ? withoutMemory(next) : next
}

function channelsAfter(before: AlertState, notified: Notified): Readonly<Record<string, ChannelMemory>> {
  const entries = notified.planned.flatMap((planned) => {
    if (planned.channelId === null) return []
    const lastNotified = before.channels?.[planned.channelId]?.lastNotified ?? null
    const memory = memoryAfter(lastNotified, planned, notified)
    return memory ? [[planned.channelId, memory] as const] : []
  })
  return Object.fromEntries(entries)
}

function memoryAfter(
  lastNotified: LastNotified | null,
  planned: PlannedNotification,
  notified: Notified,
): ChannelMemory | null {
  const { event } = notified
  const hold = holdOfChannel(planned, notified)
  if (event.kind === 'recovery') return lastNotified && hold ? { lastNotified, hold } : null
  if (planned.silence !== null) return lastNotified || hold ? { lastNotified, hold } : null
  const kind = event.kind === 'degraded' ? 'degraded' : 'failure'
  return { lastNotified: { kind, since: event.since ?? 0 }, hold: null }
}

function holdOfChannel(
  { channelId, silence }: PlannedNotification,
  { subscriptions }: Pick<Notified, 'subscriptions'>,
): Hold | null {
  if (silence === 'SUBSCRIPTION_INACTIVE') return { reason: 'CHANNEL_PAUSED', untilMs: null }
  if (silence !== 'CHANNEL_PAUSED') return null
  const paused = subscriptions.find((subscription) => subscription.channelId === channelId)
  return { reason: 'CHANNEL_PAUSED', untilMs: paused?.pausedUntilMs ?? null }
}
