import type { MaintenanceVisibility } from '#contract'
import { timeOrderedId } from '#kernel'
import { effectiveUntilMs, newMaintenance, nextChangeMs, settledMaintenance } from '#schedule'
import type { Automation, MaintenanceState, Occurrence } from '#schedule'
import type { MaintenanceRow, MaintenanceWindowDefinition } from '#storage/maintenances'
import { automationOf } from './window-times.ts'

/** The state as stored, which may be slightly behind the clock. */
export const stateOf = (row: MaintenanceRow): MaintenanceState => ({
  status: row.status,
  startsAtMs: row.startsAt.getTime(),
  endsAtMs: row.endsAt.getTime(),
  effectiveFromMs: row.effectiveFrom?.getTime() ?? null,
})

/** The times planned by its window, before any manual change. */
export const plannedOf = (row: MaintenanceRow): Occurrence => ({
  startsAtMs: row.plannedStartsAt.getTime(),
  endsAtMs: row.plannedEndsAt.getTime(),
})

const dateOf = (ms: number | null): Date | null => (ms === null || ms === Infinity ? null : new Date(ms))

const columnsOf = (state: MaintenanceState, automation: Automation) => ({
  status: state.status,
  startsAt: new Date(state.startsAtMs),
  endsAt: new Date(state.endsAtMs),
  effectiveFrom: dateOf(state.effectiveFromMs),
  effectiveUntil: dateOf(effectiveUntilMs(state, automation)),
  nextChangeAt: dateOf(nextChangeMs(state, automation)),
})

/** A maintenance in another state. */
export const movedRow = (
  row: MaintenanceRow,
  state: MaintenanceState,
  automation: Automation,
  nowMs: number,
): MaintenanceRow => ({ ...row, ...columnsOf(state, automation), updatedAt: new Date(nowMs) })

/** A maintenance in the state that its times and the settings of its window give it now. */
export function settledRow(row: MaintenanceRow, visibility: MaintenanceVisibility, nowMs: number): MaintenanceRow {
  const automation = automationOf(visibility)
  return movedRow(row, settledMaintenance(stateOf(row), automation, nowMs), automation, nowMs)
}

/** The maintenance of one occurrence of a window. */
export function newRow(window: MaintenanceWindowDefinition, occurrence: Occurrence, nowMs: number): MaintenanceRow {
  const automation = automationOf(window.visibility)
  return {
    accountId: window.accountId,
    id: timeOrderedId(nowMs),
    windowId: window.id,
    plannedStartsAt: new Date(occurrence.startsAtMs),
    plannedEndsAt: new Date(occurrence.endsAtMs),
    ...columnsOf(newMaintenance(occurrence, automation, nowMs), automation),
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
  }
}
