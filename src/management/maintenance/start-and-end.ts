import { Fault, minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { changedMaintenance, isUnderWay } from '#schedule'
import { releaseHeldOfAccount } from '#storage/checks'
import { notify } from '#storage/database'
import { lockMaintenanceWindow, lockPlannedMaintenances } from '#storage/maintenances'
import type { Store } from '#storage/database'
import type { MaintenanceRow, MaintenanceWindowDefinition } from '#storage/maintenances'
import { movedRow, newRow, plannedOf, stateOf } from './maintenance-rows.ts'
import { takeTo } from './maintenance-updates.ts'
import { lockWindowAndMaintenance, viewOf } from './read-maintenances.ts'
import type { MaintenanceReference, MaintenanceView } from './read-maintenances.ts'
import { addMaintenances } from './save-maintenances.ts'
import { automationOf } from './window-times.ts'

/**
 * Starts a maintenance of a window that lasts some minutes, besides those that are planned. Throws
 * MAINTENANCE_WINDOW_NOT_FOUND, and MAINTENANCE_UNDER_WAY while another one of the window is.
 */
export function startMaintenance(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, minutes }: { readonly id: number; readonly minutes: number },
): Promise<MaintenanceView> {
  return store.db.transaction(async (tx) => {
    const window = await lockMaintenanceWindow(tx, accountId, id)
    if (window === null) throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
    const now = new Date(nowMs)
    const planned = await lockPlannedMaintenances(tx, window, [now])
    const current = planned.find(({ status, plannedStartsAt }) => isUnderWay(status) || +plannedStartsAt === nowMs)
    if (current) throw new Fault('MAINTENANCE_UNDER_WAY', { values: { until: current.endsAt.toISOString() } })
    const started = begunNow(window, minutes * minuteMs, nowMs)
    await addMaintenances(tx, [started], window.visibility, nowMs)
    await notify(tx, 'schedules')
    return viewOf(tx, started)
  })
}

/** It starts also when maintenances of its window are started by hand. */
function begunNow(window: MaintenanceWindowDefinition, lengthMs: number, nowMs: number): MaintenanceRow {
  const row = newRow(window, { startsAtMs: nowMs, endsAtMs: nowMs + lengthMs }, nowMs)
  const begun = changedMaintenance(stateOf(row), 'IN_PROGRESS', { planned: plannedOf(row), nowMs })
  return movedRow(row, begun, automationOf(window.visibility), nowMs)
}

/**
 * Ends a maintenance that is under way; the others of its window stay. Throws MAINTENANCE_WINDOW_NOT_FOUND,
 * MAINTENANCE_NOT_FOUND and MAINTENANCE_STATUS_NOT_POSSIBLE.
 */
export function endMaintenance(
  store: Store,
  caller: Caller,
  reference: MaintenanceReference,
): Promise<MaintenanceView> {
  return store.db.transaction(async (tx) => {
    const found = await lockWindowAndMaintenance(tx, caller, reference)
    const ending = { ...found, status: 'COMPLETED', nowMs: caller.nowMs, isAnnounced: false } as const
    const ended = await takeTo(tx, ending)
    await releaseHeldOfAccount(tx, caller.accountId, new Date(caller.nowMs))
    return viewOf(tx, ended)
  })
}
