import type { MaintenanceEffectResource } from '#contract'
import { dayMs, firstIdAt, minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { listSilencedChecks } from '#storage/maintenances'
import type { Store } from '#storage/database'
import { getMaintenanceWindow } from './maintenance-windows.ts'
import { getMaintenance } from './read-maintenances.ts'
import type { MaintenanceReference } from './read-maintenances.ts'

const mostChecks = 100
/** Held alerts are released a moment after the end. */
const releaseMs = 5 * minuteMs

/**
 * The alerts that one maintenance held back, by check, of the checks that its window covers now. Throws
 * MAINTENANCE_WINDOW_NOT_FOUND and MAINTENANCE_NOT_FOUND.
 */
export async function getMaintenanceEffect(
  store: Store,
  caller: Caller,
  reference: MaintenanceReference,
): Promise<MaintenanceEffectResource> {
  const window = await getMaintenanceWindow(store, caller, reference.windowId)
  const { maintenance } = await getMaintenance(store, caller, reference)
  const { effectiveFrom, effectiveUntil } = maintenance
  if (effectiveFrom === null || effectiveFrom.getTime() > caller.nowMs)
    return { checks: [], totalChecks: 0, totalAlerts: 0 }
  const untilMs = Math.min(effectiveUntil?.getTime() ?? Infinity, caller.nowMs)
  const span = {
    from: effectiveFrom,
    to: new Date(untilMs + releaseMs),
    fromId: firstIdAt(effectiveFrom.getTime()),
    beforeId: firstIdAt(untilMs),
    lateId: firstIdAt(untilMs + dayMs),
    limit: mostChecks,
  }
  const found = await listSilencedChecks(store.db, caller.accountId, window, span)
  const [first] = found
  return {
    checks: found.map(({ totalAlerts: _alerts, totalChecks: _checks, ...one }) => ({
      ...one,
      firstAt: one.firstAt.toISOString(),
      lastAt: one.lastAt.toISOString(),
      notifiedAt: one.notifiedAt?.toISOString() ?? null,
    })),
    totalChecks: first?.totalChecks ?? 0,
    totalAlerts: first?.totalAlerts ?? 0,
  }
}
