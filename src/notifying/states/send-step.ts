import { dueStep, withEscalated } from '#alerting'
import type { AlertState, DueStep } from '#alerting'
import { minuteMs } from '#kernel'
import type { EffectiveCheck } from '#management'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable } from '#storage/database'
import type { AlertBatch } from '../planning/alert-batch.ts'
import { lastTick } from './last-tick.ts'
import type { FinishedTick } from './finished-tick.ts'

interface Escalated {
  readonly row: CheckStateRow
  readonly effective: EffectiveCheck
  readonly state: AlertState
}

/**
 * Plans the step of an escalation policy that is due, and returns the state after it; null when none is due. While the
 * check is silent it is looked at again every minute, also in a maintenance window that sends nothing at its end, because a
 * mute may end early.
 */
export async function sendStep(
  tx: Queryable,
  alertBatch: AlertBatch,
  { row, effective, state }: Escalated,
  nowMs: number,
): Promise<AlertState | null> {
  const policy = alertBatch.policyOf(effective)
  const current = state.escalation && policy?.id === state.escalation.policyId ? policy : null
  const due = dueStep(state, current, nowMs)
  if (due === null) return null
  if (due.step === null || current === null) return due.state
  if (alertBatch.silenceOf(effective, row) ?? alertBatch.pauseOf(effective, row)) return putOff(state, nowMs + minuteMs)
  const tick = await lastTick(tx, row, effective)
  return planned(alertBatch, { row, effective, state: due.state }, { tick, step: due.step, policyName: current.name })
}

const putOff = (state: AlertState, nextAt: number): AlertState =>
  state.escalation ? { ...state, escalation: { ...state.escalation, nextAt } } : state

function planned(
  alertBatch: AlertBatch,
  { row, effective, state }: Escalated,
  { tick, step, policyName }: { readonly tick: FinishedTick; readonly step: DueStep; readonly policyName: string },
): AlertState {
  const { event, channelIds, ...place } = step
  const channels = alertBatch.planStep({
    effective,
    row,
    tick,
    event,
    after: state,
    channelIds,
    step: { ...place, policyName, alertId: state.escalation?.alertId ?? null },
  })
  return withEscalated(state, channels)
}
