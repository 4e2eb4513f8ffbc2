import { MaintenanceWindowCreateBodySchema, withDefaults } from '#contract'
import type { MaintenanceWindowCreateBody } from '#contract'
import type { Caller } from '#kernel'
import { assertAllowance, insertMaintenanceWindow } from '#storage'
import type { MaintenanceWindowDefinition, NewMaintenanceWindow, Store } from '#storage'
import { planMaintenances } from './plan-maintenances.ts'
import { assertPageReferences } from './unknown-page-references.ts'
import { applyWindowBody, visibilityOf } from './window-input.ts'

/**
 * Creates a maintenance window and its first maintenances (specification 2.8, semantics 7.7). Throws BODY_INVALID,
 * TIME_RANGE_INVALID, STATUS_PAGE_UNKNOWN and SERVICE_UNKNOWN.
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

const blankWindow = ({ accountId, nowMs }: Caller): NewMaintenanceWindow => ({
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
