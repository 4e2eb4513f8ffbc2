import type { Operations, OperationInput } from '#contract'
import { Fault, parseInstant } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteMaintenanceWindow as removeWindow,
  findMaintenanceWindow,
  listMaintenanceWindows as listStoredWindows,
  releaseHeldOfAccount,
} from '#storage'
import type { InstantBound, MaintenanceWindowDefinition, PageWindow, Store } from '#storage'

export type MaintenanceWindowFilter = Pick<
  OperationInput<Operations['listMaintenanceWindows']>['query'],
  'startsAt' | 'endsAt'
>

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const comparisonNames = ['gt', 'gte', 'lt', 'lte'] as const satisfies readonly (keyof typeof comparisons)[]

/** One page of the windows within the bounds asked for, oldest first, and the number of all. Throws TIME_RANGE_INVALID. */
export const listMaintenanceWindows = (
  store: Store,
  { accountId }: Caller,
  filter: MaintenanceWindowFilter,
  page: PageWindow,
): Promise<{ items: MaintenanceWindowDefinition[]; total: number }> => {
  const bounds = [
    ...boundsOf('startsAt', 'starts_at', filter.startsAt),
    ...boundsOf('endsAt', 'ends_at', filter.endsAt),
  ]
  return listStoredWindows(store.db, { accountId, bounds }, page)
}

const boundsOf = (
  name: string,
  column: InstantBound['column'],
  asked: MaintenanceWindowFilter['startsAt'],
): InstantBound[] =>
  comparisonNames.flatMap((key) => {
    const text = asked?.[key]
    if (text === undefined) return []
    return [{ column, comparison: comparisons[key], at: new Date(parseInstant(`${name}[${key}]`, text)) }]
  })

/** Throws MAINTENANCE_WINDOW_NOT_FOUND. */
export async function getMaintenanceWindow(
  store: Store,
  { accountId }: Caller,
  id: number,
): Promise<MaintenanceWindowDefinition> {
  const window = await findMaintenanceWindow(store.db, accountId, id)
  if (window === null) throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
  return window
}

/** Deletes a window with its maintenances, which stop acting at once. Throws MAINTENANCE_WINDOW_NOT_FOUND. */
export async function deleteMaintenanceWindow(store: Store, caller: Caller, id: number): Promise<void> {
  const { accountId, nowMs } = caller
  const existed = await store.db.transaction(async (tx) => {
    const found = await removeWindow(tx, accountId, id)
    await releaseHeldOfAccount(tx, accountId, new Date(nowMs))
    return found
  })
  if (!existed) throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
}
