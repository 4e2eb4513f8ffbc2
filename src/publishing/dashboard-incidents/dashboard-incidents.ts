import type { DashboardIncidentChangeBody, DashboardIncidentCreateBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteDashboardIncident as removeIncident,
  findDashboard,
  findDashboardIncident,
  holdDashboard,
  insertDashboardIncident,
  listDashboardIncidents as listStoredIncidents,
  listDashboardIncidentUpdates,
  listUpdatesOfIncidents,
  lockDashboardIncident,
  updateDashboardIncident as saveIncident,
} from '#storage/dashboards'
import type { DashboardIncidentRow, DashboardIncidentUpdateRow } from '#storage/dashboards'
import type { PageWindow, Store } from '#storage/database'
import { instantOf } from '../instant-of.ts'
import { addUpdate } from './updates-of-dashboard-incident.ts'

export interface DashboardIncidentView {
  readonly incident: DashboardIncidentRow
  /** Newest first. */
  readonly updates: readonly DashboardIncidentUpdateRow[]
}

/** Creates an incident with its first update. Throws DASHBOARD_UNKNOWN and TIME_RANGE_INVALID. */
export function createDashboardIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  body: DashboardIncidentCreateBody,
): Promise<DashboardIncidentView> {
  const incident = withTimes(
    {
      accountId,
      id: timeOrderedId(nowMs),
      dashboardId: body.dashboardId,
      name: body.name,
      impact: body.impact ?? 'MINOR',
      startedAt: null,
      stoppedAt: null,
      createdAt: new Date(nowMs),
      updatedAt: null,
    },
    body,
  )
  return store.db.transaction(async (tx) => {
    if (!(await holdDashboard(tx, accountId, body.dashboardId))) throw dashboardUnknown(body.dashboardId)
    await insertDashboardIncident(tx, incident)
    const updates = []
    for (const update of body.incidentUpdates) updates.push(await addUpdate(tx, incident, update, nowMs))
    return { incident, updates }
  })
}

/** An incident with its latest update, or with all. Throws INCIDENT_NOT_FOUND. */
export async function getDashboardIncident(
  store: Store,
  { accountId }: Caller,
  { id, includeAllUpdates }: { readonly id: string; readonly includeAllUpdates: boolean },
): Promise<DashboardIncidentView> {
  const incident = await findDashboardIncident(store.db, accountId, id)
  if (incident === null) throw new Fault('INCIDENT_NOT_FOUND')
  const limit = includeAllUpdates ? null : 1
  return { incident, updates: await listDashboardIncidentUpdates(store.db, { accountId, incidentId: id, limit }) }
}

const updatesMax = 5_000

/** One page of the incidents of a dashboard with their updates, the latest first. Throws DASHBOARD_NOT_FOUND. */
export async function listDashboardIncidents(
  { db }: Store,
  { accountId }: Caller,
  { dashboardId, page }: { readonly dashboardId: string; readonly page: PageWindow },
): Promise<{ items: DashboardIncidentView[]; total: number }> {
  const dashboard = await findDashboard(db, [accountId], { by: 'dashboardId', value: dashboardId })
  if (dashboard === null) throw new Fault('DASHBOARD_NOT_FOUND')
  const { items, total } = await listStoredIncidents(db, { accountId, dashboardId: dashboard.id }, page)
  const incidentIds = items.map(({ id }) => id)
  const updates = await listUpdatesOfIncidents(db, { accountId, incidentIds, limit: updatesMax })
  const byIncident = Map.groupBy(updates, ({ incidentId }) => incidentId)
  return { items: items.map((incident) => ({ incident, updates: byIncident.get(incident.id) ?? [] })), total }
}

/** Changes the fields of a body; null clears a time. Throws INCIDENT_NOT_FOUND and TIME_RANGE_INVALID. */
export function changeDashboardIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: { readonly id: string; readonly body: DashboardIncidentChangeBody },
): Promise<DashboardIncidentRow> {
  return store.db.transaction(async (tx) => {
    const before = await lockDashboardIncident(tx, accountId, id)
    if (before === null) throw new Fault('INCIDENT_NOT_FOUND')
    const { name = before.name, impact = before.impact } = body
    const after = withTimes({ ...before, name, impact, updatedAt: new Date(nowMs) }, body)
    await saveIncident(tx, after)
    return after
  })
}

/** Deletes an incident with its updates. Throws INCIDENT_NOT_FOUND. */
export async function deleteDashboardIncident(store: Store, { accountId }: Caller, id: string): Promise<void> {
  if (!(await removeIncident(store.db, accountId, id))) throw new Fault('INCIDENT_NOT_FOUND')
}

const dashboardUnknown = (dashboardId: number): Fault => new Fault('DASHBOARD_UNKNOWN', { values: { dashboardId } })

type Times = Pick<DashboardIncidentChangeBody, 'startedAt' | 'stoppedAt'>

function withTimes(row: DashboardIncidentRow, given: Times): DashboardIncidentRow {
  const startedAt = timeOf('startedAt', given.startedAt, row.startedAt)
  const stoppedAt = timeOf('stoppedAt', given.stoppedAt, row.stoppedAt)
  if (startedAt !== null && stoppedAt !== null && stoppedAt < startedAt)
    throw new Fault('TIME_RANGE_INVALID', {
      values: { problem: 'stoppedAt must not be before startedAt.' },
      problems: [{ path: 'stoppedAt', rule: 'notBefore', parameters: { field: 'startedAt' } }],
    })
  return { ...row, startedAt, stoppedAt }
}

function timeOf(field: string, given: string | null | undefined, current: Date | null): Date | null {
  if (given === undefined) return current
  return given === null ? null : instantOf(field, given)
}
