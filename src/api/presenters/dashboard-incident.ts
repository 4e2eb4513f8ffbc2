import type { DashboardIncidentResource, DashboardIncidentUpdateResource } from '#contract'
import type { DashboardIncidentRow, DashboardIncidentUpdateRow } from '#storage/dashboards'
import { validated } from './validated.ts'
import { stampsOf } from './stamps.ts'

/** `updates` is null where the response does not include them. */
export const presentDashboardIncident = (
  row: DashboardIncidentRow,
  updates: readonly DashboardIncidentUpdateRow[] | null,
): DashboardIncidentResource =>
  validated<DashboardIncidentResource>({
    ...row,
    startedAt: row.startedAt?.toISOString() ?? null,
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
    incidentUpdates: updates?.map(presentDashboardIncidentUpdate) ?? null,
    ...stampsOf(row),
  })

export const presentDashboardIncidentUpdate = (row: DashboardIncidentUpdateRow): DashboardIncidentUpdateResource =>
  validated<DashboardIncidentUpdateResource>({
    ...row,
    ...stampsOf(row),
  })
