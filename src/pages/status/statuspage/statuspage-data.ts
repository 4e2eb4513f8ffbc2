import type { PublicEvent } from '#publishing'
import { componentsOf, incidentsOf, maintenancesOf, pageJson, statusOf } from './statuspage-json.ts'
import type { StatuspageSource } from './statuspage-json.ts'

interface ReadSource extends StatuspageSource {
  /** The latest events of the last 90 days. */
  readonly events: () => readonly PublicEvent[] | Promise<readonly PublicEvent[]>
}

/** The responses of Statuspage that programs of others read, by their path. */
export const statuspageData: { readonly [path: string]: (source: ReadSource) => object | Promise<object> } = {
  summary: (source) => ({
    components: componentsOf(source),
    incidents: incidentsOf(source, source.shown.openIncidents),
    scheduled_maintenances: maintenancesOf(source, [
      ...source.shown.activeMaintenances,
      ...source.shown.upcomingMaintenances,
    ]),
    status: statusOf(source),
  }),
  status: (source) => ({ status: statusOf(source) }),
  components: (source) => ({ components: componentsOf(source) }),
  incidents: async (source) => ({ incidents: incidentsOf(source, await source.events()) }),
  'incidents/unresolved': (source) => ({ incidents: incidentsOf(source, source.shown.openIncidents) }),
  'scheduled-maintenances': async (source) => ({
    scheduled_maintenances: maintenancesOf(source, await source.events()),
  }),
  'scheduled-maintenances/upcoming': (source) => ({
    scheduled_maintenances: maintenancesOf(source, source.shown.upcomingMaintenances),
  }),
  'scheduled-maintenances/active': (source) => ({
    scheduled_maintenances: maintenancesOf(source, source.shown.activeMaintenances),
  }),
}

/** One of these responses. */
export const statuspageJson = async (source: ReadSource, path: string): Promise<object> => ({
  page: pageJson(source),
  ...(await statuspageData[path]?.(source)),
})
