import type { ImpactTimeline, PageIncidentBody, PageIncidentChange } from '#contract'
import { Fault, invariant, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteComponentIncident,
  deleteImpacts,
  dropIncidentMails,
  findComponentIncident,
  insertImpacts,
  insertIncident,
  listComponentIncidents,
  lockComponentIncident,
  lockComponentPage,
  renameIncident,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { ComponentIncident, NewIncidentRow, PartOfPage } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { updateOfBody } from '../incidents/incident-updates.ts'
import { foundPage } from './component-pages.ts'
import { assertComponentPage } from './components.ts'
import { assertComponents, impactsOfTimeline, setImpacts } from './impacts.ts'
import { postComponentUpdate } from './post-component-update.ts'

/** Names an incident by the page that it must be on. */
export interface ComponentIncidentReference {
  readonly statusPageId: string
  readonly id: string
}

/** Opens an incident with its first update. Throws STATUS_PAGE_NOT_FOUND, COMPONENT_UNKNOWN and TIME_RANGE_INVALID. */
export function openComponentIncident(
  store: Store,
  caller: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: PageIncidentBody },
): Promise<ComponentIncident> {
  const { accountId, nowMs } = caller
  const place = { accountId, statusPageId, id: timeOrderedId(nowMs) }
  const { name, componentImpacts = [], incidentUpdates } = body
  return store.db.transaction(async (tx) => {
    foundPage(await lockComponentPage(tx, accountId, statusPageId))
    await insertIncident(tx, newIncident(place, name, nowMs), [])
    for (const given of incidentUpdates) {
      const update = updateOfBody(given, { status: given.status, nowMs })
      await setImpacts(tx, place, componentImpacts, { at: update.publicAt, nowMs })
      await postComponentUpdate(tx, place, { ...update, nowMs })
    }
    return readBack(tx, place)
  })
}

export const newIncident = (
  { accountId, statusPageId, id }: PartOfPage,
  name: string,
  nowMs: number,
): NewIncidentRow & { readonly statusPageId: string } => ({
  accountId,
  id,
  name,
  severity: 'NONE',
  lastUpdateStatus: 'INVESTIGATING',
  openedByCheckId: null,
  notifySubscribers: false,
  statusPageId,
  automationRuleId: null,
  createdAt: new Date(nowMs),
  updatedAt: new Date(nowMs),
})

/** The one that was updated last first, a page at a time. Throws STATUS_PAGE_NOT_FOUND and CURSOR_INVALID. */
export async function listComponentIncidentsOfPage(
  store: Store,
  { accountId }: Caller,
  { statusPageId, ...query }: CursorQuery & { readonly statusPageId: string },
): Promise<CursorPage<ComponentIncident>> {
  await assertComponentPage(store.db, accountId, statusPageId)
  return readPage<ComponentIncident>(
    query,
    ({ incident }) => incident.id,
    (window) => listComponentIncidents(store.db, { accountId, statusPageId, ...window }),
  )
}

/** Throws STATUS_PAGE_NOT_FOUND and INCIDENT_NOT_FOUND. */
export async function getComponentIncident(
  store: Store,
  { accountId }: Caller,
  reference: ComponentIncidentReference,
): Promise<ComponentIncident> {
  await assertComponentPage(store.db, accountId, reference.statusPageId)
  return foundIncident(await findComponentIncident(store.db, { accountId, ...reference }))
}

/**
 * Renames an incident and, if the body has impacts, sets the current status of all components. Throws
 * STATUS_PAGE_NOT_FOUND, INCIDENT_NOT_FOUND, COMPONENT_UNKNOWN and INCIDENT_RESOLVED.
 */
export function changeComponentIncident(
  store: Store,
  { accountId, nowMs }: Caller,
  { body, ...reference }: ComponentIncidentReference & { readonly body: PageIncidentChange },
): Promise<ComponentIncident> {
  const place = { accountId, ...reference }
  const { name, componentImpacts } = body
  return store.db.transaction(async (tx) => {
    const { incident } = await lockedIncident(tx, place)
    await renameIncident(tx, { ...incident, name, updatedAt: new Date(nowMs) })
    if (componentImpacts !== undefined) {
      if (incident.lastUpdateStatus === 'RESOLVED' && componentImpacts.some(({ status }) => status !== 'OPERATIONAL'))
        throw resolved('it affects nothing any more. Correct its past impacts with PUT …/component-impacts.')
      await setImpacts(tx, place, componentImpacts, { at: new Date(nowMs), nowMs })
    }
    return readBack(tx, place)
  })
}

/**
 * Replaces the timeline of an incident. Throws STATUS_PAGE_NOT_FOUND, INCIDENT_NOT_FOUND, COMPONENT_UNKNOWN,
 * TIME_RANGE_INVALID and INCIDENT_RESOLVED.
 */
export function replaceImpacts(
  store: Store,
  { accountId, nowMs }: Caller,
  { body, ...reference }: ComponentIncidentReference & { readonly body: ImpactTimeline },
): Promise<ComponentIncident> {
  const place = { accountId, ...reference }
  return store.db.transaction(async (tx) => {
    const { incident } = await lockedIncident(tx, place)
    await assertComponents(tx, place, body.componentImpacts)
    const rows = impactsOfTimeline(place, body, nowMs)
    if (incident.lastUpdateStatus === 'RESOLVED' && rows.some(({ endedAt }) => endedAt === null))
      throw resolved('give every impact an endedAt.')
    await deleteImpacts(tx, accountId, place.id)
    await insertImpacts(tx, rows)
    await renameIncident(tx, { ...incident, updatedAt: new Date(nowMs) })
    return readBack(tx, place)
  })
}

/** Deletes an incident; pending mails about it are not sent. Throws STATUS_PAGE_NOT_FOUND and INCIDENT_NOT_FOUND. */
export async function deleteIncidentOfPage(
  store: Store,
  { accountId }: Caller,
  reference: ComponentIncidentReference,
): Promise<void> {
  await store.db.transaction(async (tx) => {
    await assertComponentPage(tx, accountId, reference.statusPageId)
    if (!(await deleteComponentIncident(tx, { accountId, ...reference }))) throw new Fault('INCIDENT_NOT_FOUND')
    await dropIncidentMails(tx, accountId, { incidentId: reference.id })
  })
}

/** Throws STATUS_PAGE_NOT_FOUND and INCIDENT_NOT_FOUND. */
export async function lockedIncident(tx: Queryable, place: PartOfPage): Promise<ComponentIncident> {
  await assertComponentPage(tx, place.accountId, place.statusPageId)
  return foundIncident(await lockComponentIncident(tx, place))
}

function foundIncident(found: ComponentIncident | null): ComponentIncident {
  if (found === null) throw new Fault('INCIDENT_NOT_FOUND')
  return found
}

const resolved = (problem: string): Fault => new Fault('INCIDENT_RESOLVED', { values: { problem } })

async function readBack(tx: Queryable, place: PartOfPage): Promise<ComponentIncident> {
  const incident = await findComponentIncident(tx, place)
  invariant(incident, 'the incident was just written')
  return incident
}
