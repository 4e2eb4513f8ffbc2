import { incidentUpdatesMax } from '#contract'
import type { PageIncidentUpdateBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  changeIncidentMessages,
  deleteIncidentUpdate,
  dropIncidentMails,
  refreshIncidentStatus,
  saveIncidentUpdate,
} from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { IncidentUpdateRow } from '#storage/status-pages'
import { statusOf, updateOfBody } from '../incidents/incident-updates.ts'
import { causeOf, messageOf } from '../incidents/post-update.ts'
import { getComponentIncident, lockedIncident } from './component-incidents.ts'
import type { ComponentIncidentReference } from './component-incidents.ts'
import { endResolved, postComponentUpdate } from './post-component-update.ts'

/** Names an update by the incident and the page that it must belong to. */
export interface ComponentUpdateReference {
  readonly statusPageId: string
  readonly incidentId: string
  readonly id: string
}

/** The latest 100, newest first. Throws STATUS_PAGE_NOT_FOUND and INCIDENT_NOT_FOUND. */
export const listComponentUpdates = async (
  store: Store,
  caller: Caller,
  reference: ComponentIncidentReference,
): Promise<readonly IncidentUpdateRow[]> =>
  (await getComponentIncident(store, caller, reference)).updates.slice(0, incidentUpdatesMax)

/** Throws STATUS_PAGE_NOT_FOUND, INCIDENT_NOT_FOUND and INCIDENT_UPDATE_NOT_FOUND. */
export async function getComponentUpdate(
  store: Store,
  caller: Caller,
  { statusPageId, incidentId, id }: ComponentUpdateReference,
): Promise<IncidentUpdateRow> {
  const { updates } = await getComponentIncident(store, caller, { statusPageId, id: incidentId })
  return found(updates, id)
}

/** Posts an update. Throws STATUS_PAGE_NOT_FOUND, INCIDENT_NOT_FOUND and TIME_RANGE_INVALID. */
export function postUpdateOfComponents(
  store: Store,
  { accountId, nowMs }: Caller,
  { body, ...reference }: ComponentIncidentReference & { readonly body: PageIncidentUpdateBody },
): Promise<IncidentUpdateRow> {
  const place = { accountId, ...reference }
  return store.db.transaction(async (tx) => {
    const { updates } = await lockedIncident(tx, place)
    const update = updateOfBody(body, { status: body.status, nowMs })
    assertOrder(update.publicAt, openingOf(updates))
    return postComponentUpdate(tx, place, { ...update, nowMs })
  })
}

/** Replaces an update; no mail is sent again. Throws what `getComponentUpdate` throws, and TIME_RANGE_INVALID. */
export function changeComponentUpdate(
  store: Store,
  { accountId, nowMs }: Caller,
  { reference, body }: { readonly reference: ComponentUpdateReference; readonly body: PageIncidentUpdateBody },
): Promise<IncidentUpdateRow> {
  const { statusPageId, incidentId, id } = reference
  const place = { accountId, statusPageId, id: incidentId }
  const now = new Date(nowMs)
  return store.db.transaction(async (tx) => {
    const { updates } = await lockedIncident(tx, place)
    const before = found(updates, id)
    const given = updateOfBody(body, { status: body.status, nowMs: before.publicAt.getTime() })
    const after = { ...before, ...given, updatedAt: now }
    const opening = openingOf(updates)
    if (opening?.id !== id) assertOrder(after.publicAt, opening)
    else for (const other of updates) if (other.id !== id) assertOrder(other.publicAt, after)
    await saveIncidentUpdate(tx, after)
    await refreshIncidentStatus(tx, accountId, incidentId, now)
    await endResolved(tx, place)
    if (after.notifySubscribers) await changeIncidentMessages(tx, messageOf(after, statusOf(after), now))
    else await dropIncidentMails(tx, accountId, { cause: causeOf(after.id) })
    return after
  })
}

/** Throws what `getComponentUpdate` throws, and LAST_INCIDENT_UPDATE. */
export async function deleteComponentUpdate(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, incidentId, id }: ComponentUpdateReference,
): Promise<void> {
  const place = { accountId, statusPageId, id: incidentId }
  await store.db.transaction(async (tx) => {
    const { updates } = await lockedIncident(tx, place)
    found(updates, id)
    if (updates.length === 1) throw new Fault('LAST_INCIDENT_UPDATE')
    await deleteIncidentUpdate(tx, accountId, incidentId, id)
    await refreshIncidentStatus(tx, accountId, incidentId, new Date(nowMs))
    await endResolved(tx, place)
    await dropIncidentMails(tx, accountId, { cause: causeOf(id) })
  })
}

function found(updates: readonly IncidentUpdateRow[], id: string): IncidentUpdateRow {
  const update = updates.find((one) => one.id === id)
  if (update === undefined) throw new Fault('INCIDENT_UPDATE_NOT_FOUND')
  return update
}

/** The update that opened an incident: the one that was posted first. */
const openingOf = (updates: readonly IncidentUpdateRow[]): IncidentUpdateRow | undefined =>
  updates.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))[0]

/** Throws TIME_RANGE_INVALID for a date before that of the update that opened the incident. */
function assertOrder(date: Date, opening: Pick<IncidentUpdateRow, 'publicAt'> | undefined): void {
  if (opening === undefined || date >= opening.publicAt) return
  const field = 'publicIncidentUpdateDate'
  throw new Fault('TIME_RANGE_INVALID', {
    values: { problem: `${field}: no update can be before the first one (${opening.publicAt.toISOString()}).` },
    attributes: { [field]: 'is before the first update' },
  })
}
