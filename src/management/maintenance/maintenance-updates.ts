import type { MaintenanceStatus, MaintenanceUpdateBody, MaintenanceUpdateEditBody } from '#contract'
import { Fault, isUuid, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { allowedStatuses, changedMaintenance, settledMaintenance } from '#schedule'
import { releaseHeldOfAccount } from '#storage/checks'
import { notify } from '#storage/database'
import {
  deleteMaintenanceUpdate as removeUpdate,
  insertMaintenanceUpdate,
  listMaintenanceUpdates,
  saveMaintenanceUpdate,
} from '#storage/maintenances'
import { insertMaintenanceMessages } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { MaintenanceRow, MaintenanceUpdateRow, MaintenanceWindowDefinition } from '#storage/maintenances'
import { movedRow, plannedOf, stateOf } from './maintenance-rows.ts'
import { lockWindowAndMaintenance } from './read-maintenances.ts'
import type { MaintenanceReference } from './read-maintenances.ts'
import { maintenanceMessage, saveMaintenances } from './save-maintenances.ts'
import { automationOf } from './window-times.ts'

/** An update, and the window it belongs to. */
export interface MaintenanceUpdateView {
  readonly windowId: number
  readonly update: MaintenanceUpdateRow
}

interface UpdateReference extends MaintenanceReference {
  readonly updateId: string
}

/**
 * Posts an update of a published maintenance, sends it to its subscribers on request, and sets the new status: started
 * early, verified, completed, cancelled or reopened. Throws MAINTENANCE_WINDOW_NOT_FOUND, MAINTENANCE_NOT_FOUND,
 * MAINTENANCE_NOT_PUBLISHED and MAINTENANCE_STATUS_NOT_POSSIBLE.
 */
export function createMaintenanceUpdate(
  store: Store,
  caller: Caller,
  { reference, body }: { readonly reference: MaintenanceReference; readonly body: MaintenanceUpdateBody },
): Promise<MaintenanceUpdateView> {
  return store.db.transaction(async (tx) => {
    const { window, maintenance } = await lockWindowAndMaintenance(tx, caller, reference)
    if (!window.visibility.enabled) throw new Fault('MAINTENANCE_NOT_PUBLISHED')
    const isAnnounced = body.notifySubscribers ?? false
    const after = await takeTo(tx, { window, maintenance, status: body.status, nowMs: caller.nowMs, isAnnounced })
    const update: MaintenanceUpdateRow = {
      accountId: caller.accountId,
      id: timeOrderedId(caller.nowMs),
      maintenanceId: maintenance.id,
      status: body.status,
      description: body.description,
      notifySubscribers: isAnnounced,
      previousStatus: maintenance.status,
      previousStartsAt: maintenance.startsAt,
      previousEndsAt: maintenance.endsAt,
      ...newTimes(maintenance, after),
      createdAt: new Date(caller.nowMs),
    }
    await insertMaintenanceUpdate(tx, update)
    if (isAnnounced) await insertMaintenanceMessages(tx, [messageOfUpdate(after, update)], update.createdAt)
    return { windowId: window.id, update }
  })
}

/**
 * Corrects an update. Another status is applied to the maintenance, too, while the update is its latest and the
 * maintenance has not changed since. Throws what `createMaintenanceUpdate` throws and MAINTENANCE_UPDATE_NOT_FOUND.
 */
export function updateMaintenanceUpdate(
  store: Store,
  caller: Caller,
  { reference, body }: { readonly reference: UpdateReference; readonly body: MaintenanceUpdateEditBody },
): Promise<MaintenanceUpdateView> {
  return store.db.transaction(async (tx) => {
    const { window, maintenance } = await lockWindowAndMaintenance(tx, caller, reference)
    const updates = await listMaintenanceUpdates(tx, caller.accountId, [maintenance.id])
    const before = updates.find(({ id }) => id === updateIdOf(reference))
    if (before === undefined) throw new Fault('MAINTENANCE_UPDATE_NOT_FOUND')
    const status = body.status ?? before.status
    const isCurrent = updates[0] === before && maintenance.status === before.status
    const moves = status !== before.status && isCurrent
    const after = moves
      ? await takeTo(tx, { window, maintenance, status, nowMs: caller.nowMs, isAnnounced: false })
      : null
    const update = { ...before, status, description: body.description, ...(after && newTimes(maintenance, after)) }
    await saveMaintenanceUpdate(tx, update)
    return { windowId: window.id, update }
  })
}

/**
 * Removes an update from the timeline; its effects stay. Throws MAINTENANCE_WINDOW_NOT_FOUND, MAINTENANCE_NOT_FOUND and
 * MAINTENANCE_UPDATE_NOT_FOUND.
 */
export function deleteMaintenanceUpdate(store: Store, caller: Caller, reference: UpdateReference): Promise<void> {
  return store.db.transaction(async (tx) => {
    const { maintenance } = await lockWindowAndMaintenance(tx, caller, reference)
    const existed = await removeUpdate(tx, caller.accountId, maintenance.id, updateIdOf(reference))
    if (!existed) throw new Fault('MAINTENANCE_UPDATE_NOT_FOUND')
  })
}

function updateIdOf({ updateId }: UpdateReference): string {
  if (!isUuid(updateId)) throw new Fault('MAINTENANCE_UPDATE_NOT_FOUND')
  return updateId.toLowerCase()
}

interface StatusChange {
  readonly window: MaintenanceWindowDefinition
  readonly maintenance: MaintenanceRow
  readonly status: MaintenanceStatus
  readonly nowMs: number
  /** Whether an update notifies the subscribers. */
  readonly isAnnounced: boolean
}

function messageOfUpdate(after: MaintenanceRow, { id, description }: MaintenanceUpdateRow) {
  const message = maintenanceMessage(after, 'UPDATE', `update ${id}`)
  return { ...message, content: { ...message.content, description } }
}

/** A maintenance taken to a status, saved with what follows from it. Throws MAINTENANCE_STATUS_NOT_POSSIBLE. */
export async function takeTo(tx: Queryable, change: StatusChange): Promise<MaintenanceRow> {
  const { window, maintenance, status, nowMs, isAnnounced } = change
  const before = stateOf(maintenance)
  if (status === before.status) return maintenance
  const possible = allowedStatuses(before, nowMs)
  if (!possible.includes(status))
    throw new Fault('MAINTENANCE_STATUS_NOT_POSSIBLE', {
      values: { from: before.status, to: status, possible: possible.join(' or ') },
      attributes: { status: before.status, possible },
    })
  const automation = automationOf(window.visibility)
  const changed = changedMaintenance(before, status, { planned: plannedOf(maintenance), nowMs })
  const moved = movedRow(maintenance, settledMaintenance(changed, automation, nowMs), automation, nowMs)
  await saveMaintenances(tx, [{ before: maintenance, after: moved, visibility: window.visibility }], {
    nowMs,
    isAnnounced,
  })
  await releaseHeldOfAccount(tx, window.accountId, new Date(nowMs))
  await notify(tx, 'schedules')
  return moved
}

const newTimes = (before: MaintenanceRow, after: MaintenanceRow) => ({
  newStartsAt: movedDate(before.startsAt, after.startsAt),
  newEndsAt: movedDate(before.endsAt, after.endsAt),
})

const movedDate = (before: Date, after: Date): Date | null => (before.getTime() === after.getTime() ? null : after)
