import type { IncidentChangeBody, IncidentCreateBody } from '#contract'
import { Fault, invariant, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteIncident as removeIncident,
  dropIncidentMails,
  findIncident,
  insertIncident,
  listIncidents as listStoredIncidents,
  lockIncident,
  replaceServicesOfIncident,
  updateIncident as saveIncident,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { IncidentWithParts } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { servicesOfBody } from '../services-of-body.ts'
import { updateOfBody } from './incident-updates.ts'
import { postUpdate } from './post-update.ts'

/** Opens an incident with its first updates. Throws SERVICE_UNKNOWN and TIME_RANGE_INVALID. */
export function openIncident(store: Store, caller: Caller, body: IncidentCreateBody): Promise<IncidentWithParts> {
  const { accountId, nowMs } = caller
  const id = timeOrderedId(nowMs)
  const now = new Date(nowMs)
  return store.db.transaction(async (tx) => {
    const services = await servicesOfBody(tx, accountId, body.services)
    const row = {
      accountId,
      id,
      name: body.name,
      severity: body.severity,
      lastUpdateStatus: 'INVESTIGATING',
      openedByCheckId: null,
      notifySubscribers: false,
      statusPageId: null,
      automationRuleId: null,
      createdAt: now,
      updatedAt: now,
    }
    await insertIncident(tx, row, services.map(idOf))
    for (const update of body.incidentUpdates)
      await postUpdate(tx, {
        accountId,
        incidentId: id,
        ...updateOfBody(update, { status: 'INVESTIGATING', nowMs }),
        nowMs,
      })
    return readBack(tx, accountId, id)
  })
}

/** Incidents newest first, a page at a time. Throws CURSOR_INVALID. */
export const listIncidentsOfAccount = (
  store: Store,
  { accountId }: Caller,
  query: CursorQuery,
): Promise<CursorPage<IncidentWithParts>> =>
  readPage<IncidentWithParts>(
    query,
    ({ incident }) => incident.id,
    (window) => listStoredIncidents(store.db, { accountId, ...window }),
  )

/** Throws INCIDENT_NOT_FOUND. */
export async function getIncidentOfAccount(
  store: Store,
  { accountId }: Caller,
  id: string,
): Promise<IncidentWithParts> {
  const incident = await findIncident(store.db, accountId, id)
  if (incident === null) throw new Fault('INCIDENT_NOT_FOUND')
  return incident
}

/**
 * Changes name, severity and services; omitted fields keep their value. Throws INCIDENT_NOT_FOUND and SERVICE_UNKNOWN.
 */
export function changeIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: { readonly id: string; readonly body: IncidentChangeBody },
): Promise<IncidentWithParts> {
  return store.db.transaction(async (tx) => {
    const before = await lockIncident(tx, accountId, id)
    if (before === null) throw new Fault('INCIDENT_NOT_FOUND')
    const { name = before.name, severity = before.severity, services: named } = body
    await saveIncident(tx, { ...before, name, severity, updatedAt: new Date(nowMs) })
    if (named !== undefined) {
      const services = await servicesOfBody(tx, accountId, named)
      await replaceServicesOfIncident(tx, accountId, id, services.map(idOf))
    }
    return readBack(tx, accountId, id)
  })
}

/** Deletes an incident with its updates; pending mails about it are not sent. Throws INCIDENT_NOT_FOUND. */
export async function deleteIncidentOfAccount(store: Store, { accountId }: Caller, id: string): Promise<void> {
  await store.db.transaction(async (tx) => {
    if (!(await removeIncident(tx, accountId, id))) throw new Fault('INCIDENT_NOT_FOUND')
    await dropIncidentMails(tx, accountId, { incidentId: id })
  })
}

const idOf = ({ id }: { readonly id: string }): string => id

async function readBack(tx: Queryable, accountId: string, id: string): Promise<IncidentWithParts> {
  const incident = await findIncident(tx, accountId, id)
  invariant(incident, 'the incident was just written')
  return incident
}
