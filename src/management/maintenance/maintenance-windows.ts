import { givenBody, MaintenanceWindowCreateBodySchema, withDefaults } from '#contract'
import type {
  Given,
  MaintenanceWindowCreateBody,
  MaintenanceWindowUpdateBody,
  OperationInput,
  Operations,
} from '#contract'
import { Fault, parseInstant } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import { releaseHeldOfAccount } from '#storage/checks'
import {
  deleteMaintenanceWindow as removeWindow,
  findMaintenanceWindow,
  insertMaintenanceWindow,
  listMaintenanceWindows as listStoredWindows,
  lockMaintenanceWindow,
  updateMaintenanceWindow as saveWindow,
} from '#storage/maintenances'
import type { PageWindow, Store } from '#storage/database'
import type { InstantBound, MaintenanceWindowDefinition, NewMaintenanceWindow } from '#storage/maintenances'
import { planMaintenances, replanMaintenances } from './plan-maintenances.ts'
import { assertPageReferences } from './unknown-page-references.ts'
import { applyWindowBody, visibilityOf } from './window-input.ts'

/**
 * Creates a maintenance window and its first maintenances. Throws BODY_INVALID, TIME_RANGE_INVALID, STATUS_PAGE_UNKNOWN
 * and SERVICE_UNKNOWN.
 */
export function createMaintenanceWindow(
  store: Store,
  caller: Caller,
  body: MaintenanceWindowCreateBody,
): Promise<MaintenanceWindowDefinition> {
  const filled = withDefaults(MaintenanceWindowCreateBodySchema, body)
  const fields = applyWindowBody(blankWindow(caller), filled)
  return store.db.transaction(async (tx) => {
    await assertPageReferences(tx, caller.accountId, fields.visibility)
    const window = { ...fields, id: await insertMaintenanceWindow(tx, fields) }
    await assertAllowance(tx, caller, 'MAINTENANCE_WINDOWS')
    await planMaintenances(tx, window, caller.nowMs)
    return window
  })
}

/** A new window without a name that covers nothing. */
export const blankWindow = ({ accountId, nowMs }: Caller): NewMaintenanceWindow => ({
  accountId,
  name: '',
  description: null,
  startsAt: new Date(nowMs),
  endsAt: new Date(nowMs),
  repeatUnit: null,
  repeatInterval: null,
  repeatEndsAt: null,
  timezone: null,
  tags: [],
  pauseAllChecks: false,
  silenceAlertsTags: [],
  silenceAllAlerts: false,
  notifyAfterEnd: true,
  visibility: visibilityOf({}),
  createdAt: new Date(nowMs),
  updatedAt: null,
})

export type MaintenanceWindowFilter = Pick<
  OperationInput<Operations['listMaintenanceWindows']>['query'],
  'startsAt' | 'endsAt'
>

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const comparisonNames = ['gt', 'gte', 'lt', 'lte'] as const satisfies readonly (keyof typeof comparisons)[]

/**
 * One page of the windows within the requested bounds, oldest first, and the number of all. Throws TIME_RANGE_INVALID.
 */
export const listMaintenanceWindows = (
  store: Store,
  { accountId }: Caller,
  filter: MaintenanceWindowFilter,
  page: PageWindow,
): Promise<{ items: MaintenanceWindowDefinition[]; total: number }> => {
  const bounds = [...boundsOf('startsAt', filter.startsAt), ...boundsOf('endsAt', filter.endsAt)]
  return listStoredWindows(store.db, { accountId, bounds }, page)
}

const boundsOf = (property: InstantBound['property'], requested: MaintenanceWindowFilter['startsAt']): InstantBound[] =>
  comparisonNames.flatMap((key) => {
    const text = requested?.[key]
    if (text === undefined) return []
    return [{ property, comparison: comparisons[key], at: new Date(parseInstant(`${property}[${key}]`, text)) }]
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

/** Deletes a window with its maintenances, whose effects end immediately. Throws MAINTENANCE_WINDOW_NOT_FOUND. */
export async function deleteMaintenanceWindow(store: Store, caller: Caller, id: number): Promise<void> {
  const { accountId, nowMs } = caller
  await store.db.transaction(async (tx) => {
    if (!(await removeWindow(tx, accountId, id))) throw new Fault('MAINTENANCE_WINDOW_NOT_FOUND')
    await releaseHeldOfAccount(tx, accountId, new Date(nowMs))
  })
}

/**
 * Changes the fields of a body, and with them the maintenances that are not over. Throws MAINTENANCE_WINDOW_NOT_FOUND
 * and what `createMaintenanceWindow` throws.
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
