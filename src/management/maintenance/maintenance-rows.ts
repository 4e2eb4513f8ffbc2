import type { MaintenanceVisibility } from '#contract'
import { timeOrderedId } from '#kernel'
import { actsUntilMs, newMaintenance, nextChangeMs, settledMaintenance } from '#schedule'
import type { Automation, MaintenanceState, Occurrence } from '#schedule'
import type { MaintenanceRow, MaintenanceWindowDefinition } from '#storage'
import { automationOf } from './window-times.ts'

/** The state as stored, which may be a moment behind the clock. */
export const stateOf = (row: MaintenanceRow): MaintenanceState => ({
  status: row.status,
  startsAtMs: row.starts_at.getTime(),
  endsAtMs: row.ends_at.getTime(),
  actsFromMs: row.acts_from?.getTime() ?? null,
})

/** The times its window gave it, whatever people made of it since. */
export const plannedOf = (row: MaintenanceRow): Occurrence => ({
  startsAtMs: row.planned_starts_at.getTime(),
  endsAtMs: row.planned_ends_at.getTime(),
})

const dateOf = (ms: number | null): Date | null => (ms === null || ms === Infinity ? null : new Date(ms))

const columnsOf = (state: MaintenanceState, automation: Automation) => ({
  status: state.status,
  starts_at: new Date(state.startsAtMs),
  ends_at: new Date(state.endsAtMs),
  acts_from: dateOf(state.actsFromMs),
  acts_until: dateOf(actsUntilMs(state, automation)),
  next_change_at: dateOf(nextChangeMs(state, automation)),
})

/** A maintenance in another state. */
export const movedRow = (
  row: MaintenanceRow,
  state: MaintenanceState,
  automation: Automation,
  nowMs: number,
): MaintenanceRow => ({ ...row, ...columnsOf(state, automation), updated_at: new Date(nowMs) })

/** A maintenance in the state that its times and the settings of its window give it now. */
export function settledRow(row: MaintenanceRow, visibility: MaintenanceVisibility, nowMs: number): MaintenanceRow {
  const automation = automationOf(visibility)
  return movedRow(row, settledMaintenance(stateOf(row), automation, nowMs), automation, nowMs)
}

/** The maintenance of one occurrence of a window. */
export function newRow(window: MaintenanceWindowDefinition, occurrence: Occurrence, nowMs: number): MaintenanceRow {
  const automation = automationOf(window.visibility)
  return {
    account_id: window.accountId,
    id: timeOrderedId(nowMs),
    window_id: window.id,
    planned_starts_at: new Date(occurrence.startsAtMs),
    planned_ends_at: new Date(occurrence.endsAtMs),
    ...columnsOf(newMaintenance(occurrence, automation, nowMs), automation),
    created_at: new Date(nowMs),
    updated_at: new Date(nowMs),
  }
}
