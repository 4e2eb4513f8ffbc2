import type { DashboardIncidentResource, DashboardIncidentUpdateResource } from '#contract'
import type { DashboardIncidentRow, DashboardIncidentUpdateRow } from '#storage'
import { validated } from './validated.ts'

/** `updates` is null where the response does not include them. */
export const presentDashboardIncident = (
  row: DashboardIncidentRow,
  updates: readonly DashboardIncidentUpdateRow[] | null,
): DashboardIncidentResource =>
  validated<DashboardIncidentResource>({
    id: row.id,
    name: row.name,
    impact: row.impact,
    dashboardId: row.dashboardId,
    startedAt: row.startedAt?.toISOString() ?? null,
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
    incidentUpdates: updates?.map(presentDashboardIncidentUpdate) ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt?.toISOString() ?? null,
  })

export const presentDashboardIncidentUpdate = (row: DashboardIncidentUpdateRow): DashboardIncidentUpdateResource =>
  validated<DashboardIncidentUpdateResource>({
    id: row.id,
    incidentId: row.incidentId,
    status: row.status,
    description: row.description,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt?.toISOString() ?? null,
  })
