import type { MaintenanceStatus } from '#contract'
import { isUnderWay } from '#schedule'
import type { PublicMaintenanceUpdateRow, PageMaintenanceRow } from '#storage/status-pages'
import type { Interval } from '#schedule'
import { publicKey } from './public-key.ts'
import type { PublicMaintenance } from './public-status-page.ts'

/** A maintenance with its status by the clock, and the services of the page it affects. */
export interface MaintenanceSummary {
  readonly row: PageMaintenanceRow
  readonly status: MaintenanceStatus
  /** Whether or not they are displayed. */
  readonly serviceIds: readonly string[]
  /** When it was active, up to now; null when it has not begun or never will. */
  readonly interval: Interval | null
}

/** A maintenance by the clock, with those services of the page (`onPage`) that it affects. */
export function maintenanceSummaryOf(
  row: PageMaintenanceRow,
  onPage: readonly string[],
  nowMs: number,
): MaintenanceSummary {
  const status = statusByClock(row, nowMs)
  const startMs = row.startsAt.getTime()
  const isActive = isUnderWay(status)
  const took = isActive || status === 'COMPLETED' || (status === 'CANCELLED' && row.effectiveFrom !== null)
  const affected = new Set(row.serviceIds)
  return {
    row,
    status,
    serviceIds: row.affectsAll ? onPage : onPage.filter((id) => affected.has(id)),
    interval: took ? { startMs, endMs: isActive ? nowMs : Math.min(row.endsAt.getTime(), nowMs) } : null,
  }
}

/** The stored status moves a moment after the clock; what it will be is written ahead. */
function statusByClock(
  { status, effectiveFrom, effectiveUntil }: PageMaintenanceRow,
  nowMs: number,
): MaintenanceStatus {
  const isOver = effectiveUntil !== null && effectiveUntil.getTime() <= nowMs
  if (status === 'SCHEDULED' && effectiveFrom !== null && effectiveFrom.getTime() <= nowMs)
    return isOver ? 'COMPLETED' : 'IN_PROGRESS'
  return isUnderWay(status) && isOver ? 'COMPLETED' : status
}

/** Adds the names of its services, where it displays them, and its updates, newest first. */
export const publicMaintenance = (
  { row, status, serviceIds }: MaintenanceSummary,
  nameOf: ReadonlyMap<string, string>,
  updateRows: readonly PublicMaintenanceUpdateRow[],
): PublicMaintenance => ({
  kind: 'MAINTENANCE',
  id: row.id,
  name: row.name,
  description: row.description,
  severity: row.severity,
  status,
  announcedAt: row.createdAt,
  services: row.showsServices ? serviceIds.flatMap((id) => nameOf.get(id) ?? []) : [],
  serviceKeys: row.showsServices ? serviceIds.filter((id) => nameOf.has(id)).map(publicKey) : [],
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  updates: updateRows.map(({ id, status: said, description, createdAt }) => ({
    id,
    status: said,
    description,
    at: createdAt,
  })),
})
