import { incidentUpdatesMax } from '#contract'
import type { ListedIncidentResource, PageIncidentResource } from '#contract'
import { incidentSeconds } from '#publishing'
import type { ComponentIncident } from '#storage/status-pages'
import { presentIncidentUpdate } from './status-page-incident.ts'
import { validated } from './validated.ts'

/** An incident without its updates; its duration follows from all of them. */
export const presentListedIncident = ({ incident, impacts, updates }: ComponentIncident): ListedIncidentResource =>
  validated<ListedIncidentResource>({
    id: incident.id,
    statusPageId: incident.statusPageId,
    name: incident.name,
    lastUpdateStatus: incident.lastUpdateStatus,
    duration:
      incident.lastUpdateStatus === 'RESOLVED' ? (incidentSeconds(updates, Number.MAX_SAFE_INTEGER) ?? 0) : null,
    componentImpacts: impacts.map(({ componentId, status, startedAt, endedAt }) => ({
      componentId,
      status,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    created_at: incident.createdAt.toISOString(),
    updated_at: incident.updatedAt.toISOString(),
  })

/** An incident with its latest updates. */
export const presentPageIncident = (found: ComponentIncident): PageIncidentResource => ({
  ...presentListedIncident(found),
  incidentUpdates: found.updates.slice(0, incidentUpdatesMax).map(presentIncidentUpdate),
})
