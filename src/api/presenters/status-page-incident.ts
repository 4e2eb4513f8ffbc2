import { incidentUpdatesMax } from '#contract'
import type { IncidentResource, IncidentUpdateResource } from '#contract'
import { incidentSeconds } from '#publishing'
import type { IncidentUpdateRow, IncidentWithParts } from '#storage/status-pages'
import { validated } from './validated.ts'
import { presentService } from './status-page-service.ts'

/** An incident with its latest updates; its duration follows from all of them. */
export const presentIncident = (
  { incident, services, updates }: IncidentWithParts,
  { now }: { readonly now: Date },
): IncidentResource =>
  validated<IncidentResource>({
    id: incident.id,
    name: incident.name,
    severity: incident.severity,
    services: services.map(presentService),
    incidentUpdates: updates.slice(0, incidentUpdatesMax).map(presentIncidentUpdate),
    lastUpdateStatus: incident.lastUpdateStatus,
    duration: incidentSeconds(updates, now.getTime()),
    created_at: incident.createdAt.toISOString(),
    updated_at: incident.updatedAt.toISOString(),
  })

export const presentIncidentUpdate = (row: IncidentUpdateRow): IncidentUpdateResource =>
  validated<IncidentUpdateResource>({
    ...row,
    publicIncidentUpdateDate: row.publicAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  })
