import { planMaintenances } from './plan-maintenances.ts'
import { saveMaintenances } from './save-maintenances.ts'
import { settledRow } from './maintenance-rows.ts'
import { announceResources } from '#storage/accounts'
import { isMaintenanceDue, lockDueMaintenances, lockWindowsToPlan } from '#storage/maintenances'
import type { Store } from '#storage/database'
import { remindOfMaintenanceWindows } from './remind-of-maintenance-windows.ts'

/**
 * Starts and ends due occurrences of maintenance windows, sends their reminders, and plans the next occurrence of
 * repeating windows. Reads only what is due. Returns the number of occurrences, reminders and windows processed.
 */
export async function advanceMaintenanceWindows(store: Store, nowMs: number, limit: number): Promise<number> {
  const now = new Date(nowMs)
  if (!(await isMaintenanceDue(store.db, now))) return 0
  const updated = await store.db.transaction(async (tx) => {
    const due = await lockDueMaintenances(tx, now, limit)
    if (due.length === 0) return 0
    const changes = due.map(({ visibility, ...before }) => ({
      before,
      after: settledRow(before, visibility, nowMs),
      visibility,
    }))
    await saveMaintenances(tx, changes, { nowMs })
    await announceResources(
      tx,
      due.map(({ accountId, windowId: id }) => ({ accountId, event: 'maintenance-windows', id: String(id) })),
      now,
    )
    return due.length
  })
  const planned = await store.db.transaction(async (tx) => {
    const windows = await lockWindowsToPlan(tx, now, limit)
    for (const { window, planningDueAt } of windows) await planMaintenances(tx, window, nowMs, planningDueAt.getTime())
    return windows.length
  })
  return updated + planned + (await remindOfMaintenanceWindows(store, nowMs, limit))
}
