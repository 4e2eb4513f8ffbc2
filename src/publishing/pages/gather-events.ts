import {
  listImpactingIncidents,
  listPublicIncidentUpdates,
  listPublicMaintenanceUpdates,
  listPageIncidents,
  listPageMaintenances,
} from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { PublicPage } from './public-page.ts'
import type { PublicEvent } from './public-status-page.ts'
import { incidentSummaryOf, publicIncident } from './read-incidents.ts'
import type { IncidentSummary } from './read-incidents.ts'
import { impactSummaryOf } from './impact-summary.ts'
import { pageServices } from './page-services.ts'
import type { PageServices } from './page-services.ts'
import { maintenanceSummaryOf, publicMaintenance } from './read-maintenances.ts'
import type { MaintenanceSummary } from './read-maintenances.ts'

const incidentsMax = 5000
const maintenancesMax = 2000

/** The events of a page, without the text of their updates. */
export interface PageEvents {
  readonly services: PageServices
  /** Newest first. */
  readonly incidents: readonly IncidentSummary[]
  /** Latest first. */
  readonly maintenances: readonly MaintenanceSummary[]
}

export interface EventSpan {
  readonly from: Date
  /** Null: no end, future events included. */
  readonly before: Date | null
  /** Open incidents as well, whenever they began. */
  readonly withOpen: boolean
  /** The maximum number of each kind, latest first. */
  readonly latest?: number
}

/** Three statements, whatever the number of events. */
export async function gatherEvents(
  store: Store,
  page: PublicPage,
  span: EventSpan,
  nowMs: number,
): Promise<PageEvents> {
  const services = await pageServices(store, page)
  const { from, before, latest = Number.POSITIVE_INFINITY } = span
  const requested = { accountId: page.accountId, serviceIds: services.ids, from, before }
  const [incidents, maintenances] = await Promise.all([
    readIncidents(store, page, services, { ...span, nowMs }),
    listPageMaintenances(store.db, {
      ...requested,
      pageId: page.id,
      id: null,
      limit: Math.min(maintenancesMax, latest),
    }),
  ])
  return {
    services,
    incidents,
    maintenances: maintenances.map((row) => maintenanceSummaryOf(row, services.ids, nowMs)),
  }
}

/** The incidents on services of a page, or of a page with components, in one statement. */
async function readIncidents(
  store: Store,
  { id: pageId, accountId, profile }: PublicPage,
  services: PageServices,
  { from, before, withOpen, latest = Number.POSITIVE_INFINITY, nowMs }: EventSpan & { readonly nowMs: number },
): Promise<IncidentSummary[]> {
  const filter = { accountId, from, before, withOpen, limit: Math.min(incidentsMax, latest) }
  if (profile.hasComponents) {
    const rows = await listImpactingIncidents(store.db, { ...filter, pageId })
    return rows.flatMap((row) => impactSummaryOf(row, services, nowMs) ?? [])
  }
  const rows = await listPageIncidents(store.db, { ...filter, serviceIds: services.ids })
  return rows.flatMap((row) => incidentSummaryOf(row, nowMs) ?? [])
}

export type EventSummary =
  | { readonly kind: 'INCIDENT'; readonly startMs: number; readonly incident: IncidentSummary }
  | { readonly kind: 'MAINTENANCE'; readonly startMs: number; readonly maintenance: MaintenanceSummary }

export const incidentEvent = (incident: IncidentSummary): EventSummary => ({
  kind: 'INCIDENT',
  startMs: incident.startMs,
  incident,
})

export const maintenanceEvent = (maintenance: MaintenanceSummary): EventSummary => ({
  kind: 'MAINTENANCE',
  startMs: maintenance.row.startsAt.getTime(),
  maintenance,
})

interface UpdateQuery {
  readonly nameOf: ReadonlyMap<string, string>
  readonly nowMs: number
  /** Updates are long, and a page displays many events. */
  readonly updatesOfEach: number
}

/** The events with their latest updates up to now, in their order; two statements for all of them. */
export async function withUpdates(
  store: Store,
  { accountId }: PublicPage,
  events: readonly EventSummary[],
  { nameOf, nowMs, updatesOfEach }: UpdateQuery,
): Promise<PublicEvent[]> {
  const incidentIds = events.flatMap((event) => (event.kind === 'INCIDENT' ? [event.incident.id] : []))
  const maintenanceIds = events.flatMap((event) => (event.kind === 'MAINTENANCE' ? [event.maintenance.row.id] : []))
  const [incidentWords, maintenanceWords] = await Promise.all([
    listPublicIncidentUpdates(store.db, {
      accountId,
      ids: incidentIds,
      until: new Date(nowMs),
      limit: updatesOfEach,
    }),
    listPublicMaintenanceUpdates(store.db, { accountId, ids: maintenanceIds, limit: updatesOfEach }),
  ])
  const ofIncident = Map.groupBy(incidentWords, ({ incidentId }) => incidentId)
  const ofMaintenance = Map.groupBy(maintenanceWords, ({ maintenanceId }) => maintenanceId)
  return events.map((event) =>
    event.kind === 'INCIDENT'
      ? publicIncident(event.incident, nameOf, ofIncident.get(event.incident.id) ?? [])
      : publicMaintenance(event.maintenance, nameOf, ofMaintenance.get(event.maintenance.row.id) ?? []),
  )
}
