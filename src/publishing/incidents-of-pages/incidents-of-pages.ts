import { incidentSeverities, incidentUpdatesMax, listedNamesMax } from '#contract'
import type { ComponentImpact, IncidentStatus } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  findAnyIncident,
  listAlertsOfIncident,
  listAnyIncidents,
  listCauses,
  listShowingPages,
  nameComponents,
  nameRules,
} from '#storage/status-pages'
import type {
  AnyIncident,
  CauseRow,
  IncidentAlertRow,
  ImpactRow,
  IncidentUpdateRow,
  NamedRow,
  ShowingPageRow,
} from '#storage/status-pages'
import type { Store } from '#storage/database'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { statusOf } from '../incidents/incident-updates.ts'
import { incidentTimes } from '../pages/incident-times.ts'
import { worstImpact } from '../pages/impact-summary.ts'
import { checksBehind } from './checks-behind.ts'
import { recipientsOf } from './recipients.ts'
import type { PublicState } from '../pages/public-status-page.ts'
import { incidentInterval } from '../uptime/incident-interval.ts'

interface AffectedPart extends NamedRow {
  /** The current impact on a component, or the worst after the resolution; null of a service. */
  readonly impact: ComponentImpact | 'OPERATIONAL' | null
}

/** An incident of either version of status pages, with the names of what it is about. */
export interface IncidentOfPages {
  readonly found: AnyIncident
  readonly severity: PublicState
  readonly status: IncidentStatus
  readonly startedAt: Date
  readonly resolvedAt: Date | null
  /** Some of them. */
  readonly affects: readonly AffectedPart[]
  readonly affectedCount: number
  readonly pages: readonly Omit<ShowingPageRow, 'serviceId'>[]
  readonly checkName: string | null
  readonly ruleName: string | null
}

/** The same with what is behind it. */
export interface IncidentWithCause extends IncidentOfPages {
  readonly updates: readonly IncidentUpdateRow[]
  readonly checks: readonly CauseRow[]
  readonly alerts: readonly IncidentAlertRow[]
  /** How many subscribers a notification is mailed to now. */
  readonly recipients: number
}

interface IncidentsOfPagesQuery extends CursorQuery {
  readonly state?: 'OPEN' | 'RESOLVED' | undefined
  readonly statusPageId?: string | undefined
  readonly checkId?: string | undefined
  readonly search?: string | undefined
}

/** In a cursor: the incident was resolved when it was listed, so that it does not matter what happened to it since. */
const overMark = '.resolved'
const alertsMax = 50
/** An alert that opens an incident is raised before it. */
const alertLeadMs = 60_000

/** Open ones first, otherwise newest first, a page at a time. Throws CURSOR_INVALID. */
export async function listIncidentsOfPages(
  store: Store,
  { accountId, nowMs }: Caller,
  { state, statusPageId, checkId, search = '', ...query }: IncidentsOfPagesQuery,
): Promise<CursorPage<IncidentOfPages>> {
  const isOpen = state === undefined ? null : state === 'OPEN'
  const narrowed = { statusPageId: statusPageId ?? null, checkId: checkId ?? null, name: search === '' ? null : search }
  const page = await readPage<AnyIncident>(
    { ...query, nextId: query.nextId?.replace(overMark, '') },
    ({ incident }) => (incident.lastUpdateStatus === 'RESOLVED' ? `${incident.id}${overMark}` : incident.id),
    ({ fromId: id, limit }) => {
      const from = id === null ? null : { id, isOver: query.nextId?.endsWith(overMark) === true }
      return listAnyIncidents(store.db, { accountId, isOpen, ...narrowed, from, limit })
    },
  )
  return { items: await withNames(store, accountId, page.items, nowMs), nextId: page.nextId }
}

/** Throws INCIDENT_NOT_FOUND. */
export async function getIncidentOfPages(
  store: Store,
  { accountId, nowMs }: Caller,
  id: string,
): Promise<IncidentWithCause> {
  const found = await findAnyIncident(store.db, accountId, id)
  const [named] = found ? await withNames(store, accountId, [found], nowMs) : []
  if (named === undefined) throw new Fault('INCIDENT_NOT_FOUND')
  const { automationRuleId: ruleId } = named.found.incident
  const checkIds = await checksBehind(store.db, named.found.incident)
  const rule = { ruleId: named.resolvedAt ? null : ruleId }
  const checks = await listCauses(store.db, { accountId, checkIds, ...rule, incidentId: id })
  const alerts = await listAlertsOfIncident(store.db, {
    accountId,
    checkIds: checks.map((check) => check.id),
    from: new Date(named.startedAt.getTime() - alertLeadMs),
    to: named.resolvedAt ?? new Date(nowMs),
    limit: alertsMax,
  })
  const recipients = await recipientsNow(store, named)
  return { ...named, updates: named.found.updates.slice(0, incidentUpdatesMax), checks, alerts, recipients }
}

async function recipientsNow(store: Store, { found: { incident, impacts }, pages }: IncidentOfPages): Promise<number> {
  if (incident.unpublishedAt !== null) return 0
  const { accountId, statusPageId } = incident
  const counts = await recipientsOf(store, {
    accountId,
    pageIds: pages.map((page) => page.id),
    components: statusPageId === null ? null : { statusPageId, ids: impacts.map(({ componentId }) => componentId) },
  })
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Four statements, whatever the number of incidents. */
async function withNames(
  { db }: Store,
  accountId: string,
  incidents: readonly AnyIncident[],
  nowMs: number,
): Promise<IncidentOfPages[]> {
  if (incidents.length === 0) return []
  const idsOf = (of: (one: AnyIncident) => readonly (string | null)[]): string[] => [
    ...new Set(incidents.flatMap(of).filter((id) => id !== null)),
  ]
  const [pages, components, rules, checks] = await Promise.all([
    listShowingPages(db, {
      accountId,
      serviceIds: idsOf(({ services }) => services.map(({ id }) => id)),
      ids: idsOf(({ incident }) => [incident.statusPageId]),
    }),
    nameComponents(
      db,
      accountId,
      idsOf(({ impacts }) => impacts.map(({ componentId }) => componentId)),
    ),
    nameRules(
      db,
      accountId,
      idsOf(({ incident }) => [incident.automationRuleId]),
    ),
    listCauses(db, {
      accountId,
      checkIds: idsOf(({ incident }) => [incident.openedByCheckId]),
      ruleId: null,
      incidentId: null,
    }),
  ])
  const names = new Map([...components, ...rules, ...checks].map(({ id, name }) => [id, name]))
  return incidents.map((found) => {
    const times = timesOf(found, nowMs)
    const affects = affectedBy(found, names, times.resolvedAt !== null)
    return {
      found,
      ...times,
      severity: severityOf(found, affects),
      affects: affects.slice(0, listedNamesMax),
      affectedCount: affects.length,
      pages: pagesOf(found, pages),
      checkName: names.get(found.incident.openedByCheckId ?? '') ?? null,
      ruleName: names.get(found.incident.automationRuleId ?? '') ?? null,
    }
  })
}

/** By all its updates, those dated into the future included: people see what they have planned. */
function timesOf({ incident, updates }: AnyIncident, nowMs: number) {
  const said = updates.map((update) => ({ status: statusOf(update), atMs: update.publicAt.getTime() })).toReversed()
  const untilMs = Math.max(nowMs, said.at(-1)?.atMs ?? nowMs)
  const { startMs, endMs } = incidentTimes(said, incidentInterval(said, untilMs), incident.createdAt.getTime())
  return {
    status: statusOf({ status: incident.lastUpdateStatus }),
    startedAt: new Date(startMs),
    resolvedAt: endMs === null ? null : new Date(endMs),
  }
}

function affectedBy(
  { services, impacts }: AnyIncident,
  names: ReadonlyMap<string, string>,
  isOver: boolean,
): AffectedPart[] {
  const ofComponent = Map.groupBy(impacts, ({ componentId }) => componentId)
  return [
    ...services.map(({ id, name }) => ({ id, name, impact: null })),
    ...[...ofComponent].map(([id, found]) => ({ id, name: names.get(id) ?? '', impact: impactOf(found, isOver) })),
  ]
}

/** The contract has every impact among the states. */
const impactOf = (impacts: readonly ImpactRow[], isOver: boolean): ComponentImpact | 'OPERATIONAL' =>
  worstImpact(impacts.filter(({ endedAt }) => isOver || endedAt === null).map(({ status }) => status)) as
    | ComponentImpact
    | 'OPERATIONAL'

const severityOf = ({ incident }: AnyIncident, affects: readonly AffectedPart[]): PublicState =>
  incident.statusPageId === null
    ? (incidentSeverities.find((one) => one === incident.severity) ?? 'MINOR')
    : worstImpact(affects.flatMap(({ impact }) => (impact === null || impact === 'OPERATIONAL' ? [] : [impact])))

function pagesOf({ incident, services }: AnyIncident, pages: readonly ShowingPageRow[]) {
  const ids = new Set(services.map(({ id }) => id))
  const showing = pages.filter(({ id, serviceId }) =>
    incident.statusPageId === null ? serviceId !== null && ids.has(serviceId) : id === incident.statusPageId,
  )
  return [...new Map(showing.map(({ serviceId: _service, ...page }) => [page.id, page])).values()]
}
