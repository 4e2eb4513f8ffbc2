import { givenBody } from '#contract'
import type { Given, MaintenanceWindowUpdateBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { lockMaintenanceWindow, releaseHeldOfAccount, updateMaintenanceWindow as saveWindow } from '#storage'
import type { MaintenanceWindowDefinition, Store } from '#storage'
import { replanMaintenances } from './plan-maintenances.ts'
import { assertPageReferences } from './unknown-page-references.ts'
import { applyWindowBody } from './window-input.ts'

/**
 * Changes what a body names, and the maintenances that are not over with it. Throws MAINTENANCE_WINDOW_NOT_FOUND and
 * what `createMaintenanceWindow` throws.
 */
export function updateMaintenanceWindow(
  store: Store,
  caller: Caller,
  { id, body: given }: { readonly id: number; readonly body: Given<MaintenanceWindowUpdateBody> },
): Promise<MaintenanceWindowDefinition> {
  return store.db.transaction(async (tx) => {
    const before = await lockMaintenanceWindow(tx, caller.accountId, id)
    if (before === null) throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
    const body = givenBody(given, { ...before, statusPageVisibility: before.visibility })
    const after = { ...applyWindowBody(before, body), updatedAt: new Date(caller.nowMs) }
    if (body.statusPageVisibility !== undefined) await assertPageReferences(tx, caller.accountId, after.visibility)
    await saveWindow(tx, after)
    await replanMaintenances(tx, before, after, caller.nowMs)
    await releaseHeldOfAccount(tx, caller.accountId, new Date(caller.nowMs))
    return after
  })
}
