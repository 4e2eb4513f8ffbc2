import type { FollowedComponent } from '../feeds/followed-components.ts'
import type { IncidentSummary, ServiceImpact } from './read-incidents.ts'
import type { MaintenanceSummary } from './read-maintenances.ts'
import type { ServiceIncident, ServiceMaintenance } from './service-days.ts'

interface Effects {
  readonly incidentsOf: ReadonlyMap<string, readonly ServiceIncident[]>
  readonly maintenancesOf: ReadonlyMap<string, readonly ServiceMaintenance[]>
}

/**
 * The incidents and maintenances of each service, and those that its provider had. An impact of maintenance is a
 * maintenance, and no downtime.
 */
export function effectsByService(
  incidents: readonly IncidentSummary[],
  maintenances: readonly MaintenanceSummary[],
  followed: ReadonlyMap<string, FollowedComponent>,
): Effects {
  const incidentsOf = new Map<string, ServiceIncident[]>()
  const maintenancesOf = new Map<string, ServiceMaintenance[]>()
  const addImpact = (name: string, part: ServiceImpact): void =>
    part.impact === 'UNDER_MAINTENANCE'
      ? add(maintenancesOf, part.serviceId, maintenanceOf(part))
      : add(incidentsOf, part.serviceId, { ...part, name, severity: part.impact })
  for (const maintenance of maintenances) for (const id of maintenance.serviceIds) add(maintenancesOf, id, maintenance)
  for (const incident of incidents)
    if (incident.impacts === undefined) for (const id of incident.serviceIds) add(incidentsOf, id, incident)
    else for (const part of incident.impacts) addImpact(incident.name, part)
  for (const { name, parts } of providersOf(followed)) for (const part of parts) addImpact(name, part)
  return { incidentsOf, maintenancesOf }
}

const providersOf = (followed: ReadonlyMap<string, FollowedComponent>) =>
  [...followed].map(([serviceId, { feed, impacts }]) => ({
    name: feed?.pageName ?? '',
    parts: impacts.map((part) => ({ serviceId, ...part })),
  }))

const maintenanceOf = ({ interval, endMs }: ServiceImpact): ServiceMaintenance => ({
  status: endMs === null ? 'IN_PROGRESS' : 'COMPLETED',
  interval,
})

function add<Effect>(to: Map<string, Effect[]>, id: string, effect: Effect): void {
  const list = to.get(id)
  if (list) list.push(effect)
  else to.set(id, [effect])
}
