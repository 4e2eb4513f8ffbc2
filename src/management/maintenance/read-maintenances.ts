import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import {
  findMaintenance,
  findMaintenanceWindow,
  listMaintenances as listStoredMaintenances,
  listMaintenanceUpdates,
  lockMaintenance,
  lockMaintenanceWindow,
} from '#storage/maintenances'
import type { PageWindow, Queryable, Store } from '#storage/database'
import type { MaintenanceRow, MaintenanceUpdateRow, MaintenanceWindowDefinition } from '#storage/maintenances'

/** A maintenance with its timeline, latest update first. */
export interface MaintenanceView {
  readonly maintenance: MaintenanceRow
  readonly updates: readonly MaintenanceUpdateRow[]
}

/** Which maintenance of which window. */
export interface MaintenanceReference {
  readonly windowId: number
  readonly maintenanceId: string
}

/** One page of the maintenances of a window, latest first, and the number of all. Throws MAINTENANCE_WINDOW_NOT_FOUND. */
export async function listMaintenances(
  store: Store,
  { accountId }: Caller,
  windowId: number,
  page: PageWindow,
): Promise<{ items: MaintenanceView[]; total: number }> {
  if ((await findMaintenanceWindow(store.db, accountId, windowId)) === null)
    throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
  const { items, total } = await listStoredMaintenances(store.db, accountId, windowId, page)
  const ids = items.map(({ id }) => id)
  const updates = ids.length === 0 ? [] : await listMaintenanceUpdates(store.db, accountId, ids)
  const byMaintenance = Map.groupBy(updates, (update) => update.maintenanceId)
  return {
    items: items.map((maintenance) => ({ maintenance, updates: byMaintenance.get(maintenance.id) ?? [] })),
    total,
  }
}

/** Throws MAINTENANCE_WINDOW_NOT_FOUND and MAINTENANCE_NOT_FOUND. */
export async function getMaintenance(
  store: Store,
  { accountId }: Caller,
  reference: MaintenanceReference,
): Promise<MaintenanceView> {
  if ((await findMaintenanceWindow(store.db, accountId, reference.windowId)) === null)
    throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
  const maintenance = await findMaintenance(store.db, accountId, reference.windowId, idOf(reference))
  if (maintenance === null) throw new Fault('MAINTENANCE_NOT_FOUND')
  return viewOf(store.db, maintenance)
}

export const viewOf = async (db: Queryable, maintenance: MaintenanceRow): Promise<MaintenanceView> => ({
  maintenance,
  updates: await listMaintenanceUpdates(db, maintenance.accountId, [maintenance.id]),
})

/** A maintenance and its window, locked until the transaction ends. Throws what `getMaintenance` throws. */
export async function lockWindowAndMaintenance(
  tx: Queryable,
  { accountId }: Caller,
  reference: MaintenanceReference,
): Promise<{ window: MaintenanceWindowDefinition; maintenance: MaintenanceRow }> {
  const window = await lockMaintenanceWindow(tx, accountId, reference.windowId)
  if (window === null) throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
  const maintenance = await lockMaintenance(tx, accountId, reference.windowId, idOf(reference))
  if (maintenance === null) throw new Fault('MAINTENANCE_NOT_FOUND')
  return { window, maintenance }
}

function idOf({ maintenanceId }: MaintenanceReference): string {
  if (!isUuid(maintenanceId)) throw new Fault('MAINTENANCE_NOT_FOUND')
  return maintenanceId.toLowerCase()
}
