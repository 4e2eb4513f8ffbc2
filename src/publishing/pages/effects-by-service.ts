import type { FollowedComponent } from '../feeds/followed-components.ts'
import type { IncidentSummary, ServiceImpact } from './read-incidents.ts'
import type { MaintenanceSummary } from './read-maintenances.ts'
import type { ServiceIncident, ServiceMaintenance } from './service-days.ts'

interface Effects {
  readonly incidentsOf: ReadonlyMap<string, readonly ServiceIncident[]>
  readonly maintenancesOf: ReadonlyMap<string, readonly ServiceMaintenance[]>
}

/** The incidents and maintenances of each service, and what providers said of it. An impact of maintenance is a maintenance, and no downtime. */
export function effectsByService(
  incidents: readonly IncidentSummary[],
  maintenances: readonly MaintenanceSummary[],
  followed: ReadonlyMap<string, FollowedComponent> = new Map(),
): Effects {
  const incidentsOf = new Map<string, ServiceIncident[]>()
  const maintenancesOf = new Map<string, ServiceMaintenance[]>()
  for (const maintenance of maintenances) for (const id of maintenance.serviceIds) add(maintenancesOf, id, maintenance)
  for (const incident of incidents) {
    if (incident.impacts === undefined) for (const id of incident.serviceIds) add(incidentsOf, id, incident)
    for (const part of incident.impacts ?? [])
      if (part.impact === 'UNDER_MAINTENANCE') add(maintenancesOf, part.serviceId, maintenanceOf(part))
      else add(incidentsOf, part.serviceId, { ...part, name: incident.name, severity: part.impact })
  }
  for (const [id, { feed, impacts }] of followed)
    for (const { impact, interval, endMs } of impacts) {
      const event = { serviceId: id, impact, interval, endMs }
      if (impact === 'UNDER_MAINTENANCE') add(maintenancesOf, id, maintenanceOf(event))
      else add(incidentsOf, id, { interval, endMs, name: feed?.pageName ?? '', severity: impact })
    }
  return { incidentsOf, maintenancesOf }
}

const maintenanceOf = ({ interval, endMs }: ServiceImpact): ServiceMaintenance => ({
  status: endMs === null ? 'IN_PROGRESS' : 'COMPLETED',
  interval,
})

function add<Effect>(to: Map<string, Effect[]>, id: string, effect: Effect): void {
  const list = to.get(id)
  if (list) list.push(effect)
  else to.set(id, [effect])
}
