import { advance, escalatedChannels, hasHeld, recheckTime, nextReminderAt, nextStepAt } from '#alerting'
import type { AlertEvent, AlertState } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'
import { lockCheckStates, saveCheckStates } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { announceChanges } from './announce-changes.ts'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertContext, AlertBatch } from '../planning/alert-batch.ts'
import { alertStateOf } from './alert-state-of.ts'
import { largestSslThreshold, notifyOfCertificate } from './certificate-alerts.ts'
import { rescheduleFailing } from '#management'
import type { EffectiveCheck } from '#management'
import type { FinishedTick } from './finished-tick.ts'

export interface AdvanceContext extends AlertContext {
  /** Adjusts the alert settings of these ticks; heartbeats alert by count whatever their settings. */
  readonly adjustSettings?: (settings: AlertSettings) => AlertSettings
}

/**
 * Advances the alert states of checks by their finished ticks and plans the notifications, in the transaction of the
 * results: an alert is planned exactly once, and never lost while its result is stored.
 */
export async function advanceChecks(
  tx: Queryable,
  ticks: readonly FinishedTick[],
  context: AdvanceContext,
): Promise<void> {
  if (ticks.length === 0) return
  const ordered = ticks.toSorted((a, b) => (a.tickId < b.tickId ? -1 : 1))
  const rows = await lockCheckStates(tx, [...new Set(ordered.map((tick) => tick.checkId))])
  const states = new Map(rows.map((row) => [row.checkId, row]))
  const concerned = ordered.filter((tick) => isRelevantTick(states.get(tick.checkId), tick))
  const alertBatch = await loadAlertBatch(
    tx,
    concerned.map((tick) => tick.checkId),
    { ...context, channelIds: informedByStates(rows) },
  )
  for (const tick of ordered) {
    const state = states.get(tick.checkId)
    if (!state || isOlder(tick, state)) continue
    states.set(tick.checkId, advanceCheck(state, tick, alertBatch, context))
  }
  await saveCheckStates(tx, [...states.values()])
  await rescheduleFailing(tx, advancedChecks(rows, states, alertBatch), context.nowMs)
  await announceChanges(tx, rows, [...states.values()], new Date(context.nowMs))
  await alertBatch.store(tx)
}

/** The channels that steps of escalation policies notified. */
export const informedByStates = (rows: readonly CheckStateRow[]): number[] =>
  rows.flatMap((row) => escalatedChannels(alertStateOf(row)))

/** The checks that were read, with whether they were and are failing. */
const advancedChecks = (
  rows: readonly CheckStateRow[],
  states: ReadonlyMap<string, CheckStateRow>,
  { checks }: AlertBatch,
) =>
  rows.flatMap(({ checkId, status }) => {
    const effective = checks.get(checkId)
    const isFailing = states.get(checkId)?.status === 'failing'
    return effective ? [{ check: effective.check, wasFailing: status === 'failing', isFailing }] : []
  })

const isOlder = (tick: FinishedTick, state: CheckStateRow): boolean =>
  state.lastSessionId !== null && tick.tickId <= state.lastSessionId

/** A pass after a pass notifies no one, so nothing about the check has to be read, unless a window remembers a failed run. */
function isRelevantTick(state: CheckStateRow | undefined, tick: FinishedTick): boolean {
  if (!state) return false
  const { status, recentRuns } = alertStateOf(state)
  const isQuiet = tick.summary.outcome === 'passed' && status === 'passing' && recentRuns === undefined
  const isCertificateNear = tick.sslDaysRemaining !== null && tick.sslDaysRemaining <= largestSslThreshold
  return !isQuiet || isCertificateNear || Object.keys(state.sslNotified).length > 0
}

function advanceCheck(
  row: CheckStateRow,
  tick: FinishedTick,
  alertBatch: AlertBatch,
  context: AdvanceContext,
): CheckStateRow {
  const effective = alertBatch.checks.get(tick.checkId)
  const before = alertStateOf(row)
  const silence = effective ? alertBatch.silenceOf(effective, row, tick.result.startedAt) : null
  const settings = settingsOf(effective, alertBatch, context)
  const { state: after, event } = advance(before, {
    ...tick.summary,
    isParallel: tick.isParallel,
    atMs: context.nowMs,
    settings,
    isSilenced: silence?.isFinal === true,
  })
  const isRelevant = effective !== undefined && isNotable(event)
  const state = isRelevant ? alertBatch.notify({ effective, tick, event, row, before, settings }, after) : after
  return {
    ...row,
    ...resultColumns(row, tick),
    status: event.to,
    sslNotified: effective ? notifyOfCertificate(alertBatch, { state: row, tick, effective }) : row.sslNotified,
    ...stateColumns(row, withoutWaiting(state), releaseAfter(row, before, state, context.nowMs)),
    lastSessionId: tick.tickId,
    updatedAt: new Date(context.nowMs),
  }
}

/** The state waited for this run. */
function withoutWaiting(state: AlertState): AlertState {
  if (!state.awaitsRun) return state
  const { awaitsRun: _awaitsRun, ...rest } = state
  return rest
}

/** The columns of an alert state; `releaseAtMs` is when to check its held notifications, in epoch milliseconds. */
export const stateColumns = (row: CheckStateRow, state: AlertState, releaseAtMs: number | null) => ({
  alertState: state === alertStateOf(row) ? row.alertState : { ...state },
  reminderAt: reminderDate(state),
  heldAlertsDueAt: releaseAtMs === null ? null : new Date(releaseAtMs),
})

/** Held notifications that waited for a run are checked now; new ones at the end of their silence. */
function releaseAfter(row: CheckStateRow, before: AlertState, state: AlertState, nowMs: number): number | null {
  if (!hasHeld(state)) return null
  if (hasHeld(before) && (before.awaitsRun || row.heldAlertsDueAt === null)) return nowMs
  return Math.min(
    row.heldAlertsDueAt?.getTime() ?? Infinity,
    ...endsOfHolds(state).map((untilMs) => recheckTime(untilMs, nowMs)),
  )
}

const endsOfHolds = ({ hold, channels }: AlertState): (number | null)[] =>
  [hold, ...Object.values(channels ?? {}).map((channel) => channel.hold)].flatMap((one) => (one ? [one.untilMs] : []))

function settingsOf(
  effective: EffectiveCheck | undefined,
  alertBatch: AlertBatch,
  context: AdvanceContext,
): AlertSettings {
  const settings = effective ? alertBatch.settingsOf(effective) : defaultAlertSettings
  return context.adjustSettings ? context.adjustSettings(settings) : settings
}

function resultColumns(row: CheckStateRow, { result, hasErrors, sslDaysRemaining }: FinishedTick) {
  return {
    hasErrors,
    longestRunMs: Math.max(row.longestRunMs ?? result.responseTimeMs, result.responseTimeMs),
    shortestRunMs: Math.min(row.shortestRunMs ?? result.responseTimeMs, result.responseTimeMs),
    lastRunLocation: result.location ?? row.lastRunLocation,
    lastResultId: result.id ?? row.lastResultId,
    lastResponseTimeMs: result.responseTimeMs,
    sslDaysRemaining: sslDaysRemaining ?? row.sslDaysRemaining,
  }
}

/** When the next reminder or step of an escalation policy is due; null without one. */
export function reminderDate(state: AlertState): Date | null {
  const times = [nextReminderAt(state), nextStepAt(state)].filter((at) => at !== null)
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** Staying in a state without an alert is not recorded at every tick; a change of state always is. */
const isNotable = (event: AlertEvent): boolean => event.isAlert || (event.kind !== null && event.from !== event.to)
