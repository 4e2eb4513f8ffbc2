import { dayMs } from '#kernel'
import { listVisibleIncidents, listUpdatesOfIncidents } from '#storage/dashboards'
import type { DashboardIncidentUpdateRow, VisibleIncidentRow } from '#storage/dashboards'
import type { Store } from '#storage/database'
import type { PublishedDashboard } from './published-dashboard.ts'

export interface DashboardIncident {
  readonly incident: VisibleIncidentRow
  /** Newest first. */
  readonly updates: readonly DashboardIncidentUpdateRow[]
}

const listedForMs = 7 * dayMs
const incidentsMax = 20
const updatesMax = 200

/** Open incidents, and those that ended within the last seven days, latest first. */
export async function listIncidentsOfDashboard(
  store: Store,
  { accountId, id }: PublishedDashboard,
  nowMs: number,
): Promise<DashboardIncident[]> {
  const [now, since] = [new Date(nowMs), new Date(nowMs - listedForMs)]
  const incidents = await listVisibleIncidents(store.db, {
    accountId,
    dashboardId: id,
    now,
    since,
    limit: incidentsMax,
  })
  if (incidents.length === 0) return []
  const incidentIds = incidents.map((incident) => incident.id)
  const updates = await listUpdatesOfIncidents(store.db, { accountId, incidentIds, limit: updatesMax })
  const byIncident = Map.groupBy(updates, (update) => update.incidentId)
  return incidents.map((incident) => ({ incident, updates: byIncident.get(incident.id) ?? [] }))
}
