import { incidentStatuses, incidentUpdatesMax } from '#contract'
import type { IncidentStatus, IncidentUpdateBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  changeIncidentMessages,
  deleteIncidentUpdate,
  dropIncidentMails,
  findIncident,
  findIncidentUpdate,
  listIncidentUpdates,
  lockIncident,
  refreshIncidentStatus,
  saveIncidentUpdate,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { IncidentRow, IncidentUpdateRow } from '#storage/status-pages'
import { instantOf } from '../instant-of.ts'
import { causeOf, messageOf, postUpdate } from './post-update.ts'

export interface UpdateReference {
  readonly incidentId: string
  readonly id: string
}

/** The latest 100 updates of an incident, newest first. Throws INCIDENT_NOT_FOUND. */
export async function listUpdatesOfIncident(
  store: Store,
  { accountId }: Caller,
  incidentId: string,
): Promise<readonly IncidentUpdateRow[]> {
  const updates = await listIncidentUpdates(store.db, accountId, incidentId, incidentUpdatesMax)
  if (updates.length === 0) await assertIncident(store.db, accountId, incidentId)
  return updates
}

/** Throws INCIDENT_NOT_FOUND and INCIDENT_UPDATE_NOT_FOUND. */
export async function getUpdateOfIncident(
  store: Store,
  { accountId }: Caller,
  { incidentId, id }: UpdateReference,
): Promise<IncidentUpdateRow> {
  const update = await findIncidentUpdate(store.db, accountId, incidentId, id)
  if (update === null) {
    await assertIncident(store.db, accountId, incidentId)
    throw new Fault('INCIDENT_UPDATE_NOT_FOUND')
  }
  return update
}

/** Posts an update. Throws INCIDENT_NOT_FOUND and TIME_RANGE_INVALID. */
export function postUpdateOfIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { incidentId, body }: { readonly incidentId: string; readonly body: IncidentUpdateBody },
): Promise<IncidentUpdateRow> {
  return store.db.transaction(async (tx) => {
    const incident = await lockedIncident(tx, accountId, incidentId)
    return postUpdate(tx, {
      accountId,
      incidentId,
      ...updateOfBody(body, { status: statusOf({ status: incident.lastUpdateStatus }), nowMs }),
      nowMs,
    })
  })
}

/** Changes an update; no mail is sent again. Throws what `getUpdateOfIncident` throws, and TIME_RANGE_INVALID. */
export function changeUpdateOfIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { reference, body }: { readonly reference: UpdateReference; readonly body: Partial<IncidentUpdateBody> },
): Promise<IncidentUpdateRow> {
  const now = new Date(nowMs)
  return store.db.transaction(async (tx) => {
    await lockedIncident(tx, accountId, reference.incidentId)
    const before = await findIncidentUpdate(tx, accountId, reference.incidentId, reference.id)
    if (before === null) throw new Fault('INCIDENT_UPDATE_NOT_FOUND')
    const after = changed(before, body, now)
    await saveIncidentUpdate(tx, after)
    await refreshIncidentStatus(tx, accountId, reference.incidentId, now)
    if (after.notifySubscribers) await changeIncidentMessages(tx, messageOf(after, statusOf(after), now))
    else await dropIncidentMails(tx, accountId, { cause: causeOf(after.id) })
    return after
  })
}

/** Throws INCIDENT_NOT_FOUND and INCIDENT_UPDATE_NOT_FOUND. */
export async function deleteUpdateOfIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { incidentId, id }: UpdateReference,
): Promise<void> {
  await store.db.transaction(async (tx) => {
    await lockedIncident(tx, accountId, incidentId)
    if (!(await deleteIncidentUpdate(tx, accountId, incidentId, id))) throw new Fault('INCIDENT_UPDATE_NOT_FOUND')
    await refreshIncidentStatus(tx, accountId, incidentId, new Date(nowMs))
    await dropIncidentMails(tx, accountId, { cause: causeOf(id) })
  })
}

/** The fields of a body, with defaults for omitted ones. */
export const updateOfBody = (
  body: IncidentUpdateBody,
  { status, nowMs }: { readonly status: IncidentStatus; readonly nowMs: number },
) => ({
  status: body.status ?? status,
  description: body.description,
  publicAt: publicDateOf(body) ?? new Date(nowMs),
  notifySubscribers: body.notifySubscribers ?? false,
})

const publicDateOf = ({ publicIncidentUpdateDate: text }: Partial<IncidentUpdateBody>): Date | null =>
  text === undefined ? null : instantOf('publicIncidentUpdateDate', text)

const changed = (before: IncidentUpdateRow, body: Partial<IncidentUpdateBody>, now: Date): IncidentUpdateRow => ({
  ...before,
  status: body.status ?? before.status,
  description: body.description ?? before.description,
  publicAt: publicDateOf(body) ?? before.publicAt,
  notifySubscribers: body.notifySubscribers ?? before.notifySubscribers,
  updatedAt: now,
})

export const statusOf = (row: { readonly status: string }): IncidentStatus =>
  incidentStatuses.find((status) => status === row.status) ?? 'INVESTIGATING'

async function lockedIncident(tx: Queryable, accountId: string, incidentId: string): Promise<IncidentRow> {
  const incident = await lockIncident(tx, accountId, incidentId)
  if (incident === null) throw new Fault('INCIDENT_NOT_FOUND')
  return incident
}

async function assertIncident(db: Queryable, accountId: string, incidentId: string): Promise<void> {
  if ((await findIncident(db, accountId, incidentId)) === null) throw new Fault('INCIDENT_NOT_FOUND')
}
