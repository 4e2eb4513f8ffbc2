import { dayMs, isUuid } from '#kernel'
import { findImpactingIncident, findPageIncident, listPageMaintenances } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { uptimeDays } from '../uptime/service-uptime.ts'
import { gatherEvents, incidentEvent, maintenanceEvent, withUpdates } from './gather-events.ts'
import type { EventSummary, PageEvents } from './gather-events.ts'
import { impactSummaryOf } from './impact-summary.ts'
import { pageServices } from './page-services.ts'
import type { PageServices } from './page-services.ts'
import type { PublicPage } from './public-page.ts'
import type { PublicEvent, PublicIncident, PublicMaintenance } from './public-status-page.ts'
import { incidentSummaryOf } from './read-incidents.ts'
import type { IncidentSummary } from './read-incidents.ts'
import { maintenanceSummaryOf } from './read-maintenances.ts'
import { latestFirst } from './read-public-status-page.ts'

const historyMax = 300
const feedMax = 50
/** Of each kind. More than is displayed, because some of it is dated into the future. */
const feedRead = 2 * feedMax
/** The number of latest updates on the page of an event, and in a feed. */
const updatesOfEach = 100
const inFeed = 20

/** One month of a page, in UTC. */
export interface PublicHistory {
  /** `YYYY-MM`. */
  readonly month: string
  readonly earlier: string | null
  readonly later: string | null
  /**
   * Events that began in the month with their last updates, latest first; the latest of them when there are very many.
   */
  readonly events: readonly PublicEvent[]
  readonly isCut: boolean
}

export interface HistoryRequest {
  /** `YYYY-MM`; by default the current one. */
  readonly month?: string | undefined
  /** How many updates of each event, the latest; by default one. */
  readonly updatesOfEach?: number
}

/** One month of a page; null for a malformed month or one before the page existed. */
export async function readPublicHistory(
  store: Store,
  page: PublicPage,
  { month: requested, updatesOfEach: updates = 1 }: HistoryRequest,
  nowMs: number,
): Promise<PublicHistory | null> {
  const month = requested ?? monthOf(nowMs)
  const first = monthOf(Math.min(page.createdAt.getTime(), nowMs - (uptimeDays - 1) * dayMs))
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || month < first || month > monthOf(nowMs)) return null
  const from = Date.parse(`${month}-01T00:00:00.000Z`)
  const before = Date.parse(`${neighbour(month, 1)}-01T00:00:00.000Z`)
  const span = { from: new Date(from), before: new Date(before), withOpen: false }
  const { services, ...found } = await gatherEvents(store, page, span, nowMs)
  const events = startedEvents(found, nowMs).filter(({ startMs }) => startMs >= from && startMs < before)
  const listed = events.slice(0, historyMax)
  return {
    month,
    earlier: month > first ? neighbour(month, -1) : null,
    later: month < monthOf(nowMs) ? neighbour(month, 1) : null,
    events: await withUpdates(store, page, listed, { nameOf: services.nameOf, nowMs, updatesOfEach: updates }),
    isCut: listed.length < events.length,
  }
}

/**
 * The content of feeds: the latest incidents and maintenances of the last 90 days, future ones included, latest first.
 */
export async function readPublicFeed(store: Store, page: PublicPage, nowMs: number): Promise<PublicEvent[]> {
  const span = { from: new Date(nowMs - uptimeDays * dayMs), before: null, withOpen: true, latest: feedRead }
  const { services, incidents, maintenances } = await gatherEvents(store, page, span, nowMs)
  const events = [...incidents.map(incidentEvent), ...maintenances.map(maintenanceEvent)].toSorted(latestFirst)
  return withUpdates(store, page, events.slice(0, feedMax), { nameOf: services.nameOf, nowMs, updatesOfEach: inFeed })
}

/** An incident on a service of the page, or null. */
export async function readPublicIncident(
  store: Store,
  page: PublicPage,
  id: string,
  nowMs: number,
): Promise<PublicIncident | null> {
  if (!isUuid(id)) return null
  const services = await pageServices(store, page)
  const summary = await findSummary(store, page, services, { id: id.toLowerCase(), nowMs })
  if (summary === null) return null
  const [event] = await withUpdates(store, page, [incidentEvent(summary)], {
    nameOf: services.nameOf,
    nowMs,
    updatesOfEach,
  })
  return event?.kind === 'INCIDENT' ? event : null
}

async function findSummary(
  store: Store,
  { id: statusPageId, accountId, profile }: PublicPage,
  services: PageServices,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<IncidentSummary | null> {
  if (profile.hasComponents) {
    const row = await findImpactingIncident(store.db, { accountId, statusPageId, id })
    return row && impactSummaryOf(row, services, nowMs)
  }
  const row = await findPageIncident(store.db, { accountId, serviceIds: services.ids, id })
  return row && incidentSummaryOf(row, nowMs)
}

/** A visible maintenance of the page, or null. */
export async function readPublicMaintenance(
  store: Store,
  page: PublicPage,
  id: string,
  nowMs: number,
): Promise<PublicMaintenance | null> {
  if (!isUuid(id)) return null
  const services = await pageServices(store, page)
  const [row] = await listPageMaintenances(store.db, {
    accountId: page.accountId,
    pageId: page.id,
    serviceIds: services.ids,
    from: new Date(0),
    before: null,
    id: id.toLowerCase(),
    limit: 1,
  })
  if (row === undefined) return null
  const summary = maintenanceEvent(maintenanceSummaryOf(row, services.ids, nowMs))
  const [event] = await withUpdates(store, page, [summary], { nameOf: services.nameOf, nowMs, updatesOfEach })
  return event?.kind === 'MAINTENANCE' ? event : null
}

function startedEvents({ incidents, maintenances }: Omit<PageEvents, 'services'>, nowMs: number): EventSummary[] {
  const events = [...incidents.map(incidentEvent), ...maintenances.map(maintenanceEvent)]
  return events.filter(({ startMs }) => startMs <= nowMs).toSorted(latestFirst)
}

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

function neighbour(month: string, step: 1 | -1): string {
  const date = new Date(`${month}-01T00:00:00.000Z`)
  date.setUTCMonth(date.getUTCMonth() + step)
  return monthOf(date.getTime())
}
