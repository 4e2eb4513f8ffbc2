import type { DashboardIncidentUpdateBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteDashboardIncidentUpdate,
  describeDashboardIncidentUpdate,
  insertDashboardIncidentUpdate,
  lockDashboardIncident,
} from '#storage/dashboards'
import type { DashboardIncidentRow, DashboardIncidentUpdateRow } from '#storage/dashboards'
import type { Queryable, Store } from '#storage/database'

export interface DashboardUpdateReference {
  readonly incidentId: string
  readonly id: string
}

/** Writes an update of an incident that is new or locked. */
export async function addUpdate(
  tx: Queryable,
  incident: DashboardIncidentRow,
  body: DashboardIncidentUpdateBody,
  nowMs: number,
): Promise<DashboardIncidentUpdateRow> {
  const row = {
    accountId: incident.accountId,
    incidentId: incident.id,
    id: timeOrderedId(nowMs),
    status: body.status,
    description: body.description,
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  await insertDashboardIncidentUpdate(tx, row)
  return row
}

/** Throws INCIDENT_NOT_FOUND. */
export function addUpdateToDashboardIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { incidentId, body }: { readonly incidentId: string; readonly body: DashboardIncidentUpdateBody },
): Promise<DashboardIncidentUpdateRow> {
  return store.db.transaction(async (tx) => addUpdate(tx, await lockedIncident(tx, accountId, incidentId), body, nowMs))
}

/** Changes the description of an update. Throws INCIDENT_NOT_FOUND and INCIDENT_UPDATE_NOT_FOUND. */
export function changeUpdateOfDashboardIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { reference, description }: { readonly reference: DashboardUpdateReference; readonly description: string },
): Promise<DashboardIncidentUpdateRow> {
  return store.db.transaction(async (tx) => {
    await lockedIncident(tx, accountId, reference.incidentId)
    const row = { accountId, incidentId: reference.incidentId, id: reference.id, description }
    const update = await describeDashboardIncidentUpdate(tx, row, new Date(nowMs))
    if (update === null) throw new Fault('INCIDENT_UPDATE_NOT_FOUND')
    return update
  })
}

/** Throws INCIDENT_NOT_FOUND and INCIDENT_UPDATE_NOT_FOUND. */
export async function deleteUpdateOfDashboardIncident(
  store: Store,
  { accountId }: Caller,
  { incidentId, id }: DashboardUpdateReference,
): Promise<void> {
  await store.db.transaction(async (tx) => {
    await lockedIncident(tx, accountId, incidentId)
    if (!(await deleteDashboardIncidentUpdate(tx, accountId, incidentId, id)))
      throw new Fault('INCIDENT_UPDATE_NOT_FOUND')
  })
}

async function lockedIncident(tx: Queryable, accountId: string, incidentId: string): Promise<DashboardIncidentRow> {
  const incident = await lockDashboardIncident(tx, accountId, incidentId)
  if (incident === null) throw new Fault('INCIDENT_NOT_FOUND')
  return incident
}
