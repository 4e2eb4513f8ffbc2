import { parseInstant } from '#kernel'
import type { Caller } from '#kernel'
import type { MaintenanceTimesBody } from '#contract'
import { rescheduledMaintenance } from '#schedule'
import { releaseHeldOfAccount } from '#storage/checks'
import { notify } from '#storage/database'
import { deleteMaintenances } from '#storage/maintenances'
import type { Store } from '#storage/database'
import { rejectField } from '../reject-field.ts'
import { movedRow, stateOf } from './maintenance-rows.ts'
import { lockWindowAndMaintenance, viewOf } from './read-maintenances.ts'
import type { MaintenanceReference, MaintenanceView } from './read-maintenances.ts'
import { saveMaintenances } from './save-maintenances.ts'
import { automationOf } from './window-times.ts'

/**
 * Moves, extends or shortens one maintenance, which is started, ended or reopened by it as its new times require. The
 * other maintenances of the window stay. Throws MAINTENANCE_WINDOW_NOT_FOUND, MAINTENANCE_NOT_FOUND, TIME_RANGE_INVALID
 * and BODY_INVALID.
 */
export function rescheduleMaintenance(
  store: Store,
  caller: Caller,
  { reference, body }: { readonly reference: MaintenanceReference; readonly body: MaintenanceTimesBody },
): Promise<MaintenanceView> {
  return store.db.transaction(async (tx) => {
    const { window, maintenance } = await lockWindowAndMaintenance(tx, caller, reference)
    const before = stateOf(maintenance)
    const times = {
      startsAtMs: body.startsAt === undefined ? before.startsAtMs : parseInstant('startsAt', body.startsAt),
      endsAtMs: body.endsAt === undefined ? before.endsAtMs : parseInstant('endsAt', body.endsAt),
    }
    if (times.endsAtMs <= times.startsAtMs)
      rejectField('endsAt', 'must be after startsAt', { rule: 'after', parameters: { field: 'startsAt' } })
    const automation = automationOf(window.visibility)
    const after = rescheduledMaintenance(before, times, automation, caller.nowMs)
    const moved = movedRow(maintenance, after, automation, caller.nowMs)
    await saveMaintenances(tx, [{ before: maintenance, after: moved, visibility: window.visibility }], caller)
    await releaseHeldOfAccount(tx, caller.accountId, new Date(caller.nowMs))
    await notify(tx, 'schedules')
    return viewOf(tx, moved)
  })
}

/**
 * Deletes one maintenance with its updates; a repeating window continues with its next. Throws
 * MAINTENANCE_WINDOW_NOT_FOUND and MAINTENANCE_NOT_FOUND.
 */
export function deleteMaintenance(store: Store, caller: Caller, reference: MaintenanceReference): Promise<void> {
  return store.db.transaction(async (tx) => {
    const { maintenance } = await lockWindowAndMaintenance(tx, caller, reference)
    await deleteMaintenances(tx, caller.accountId, [maintenance.id])
    await releaseHeldOfAccount(tx, caller.accountId, new Date(caller.nowMs))
  })
}
