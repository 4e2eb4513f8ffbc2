import type { IncidentStatus } from '#contract'
import { invariant } from '#kernel'
import { endImpacts, insertPageMessage, listComponents, lockComponentIncident } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { ComponentIncident, PartOfPage, IncidentUpdateRow } from '#storage/status-pages'
import { causeOf, writeUpdate } from '../incidents/post-update.ts'
import { audienceOf } from './audience-of.ts'
import { arrangeComponents } from '../pages/arrange-components.ts'
import { affectedServices, showsAny, worstImpact } from '../pages/impact-summary.ts'

export interface NewComponentUpdate {
  readonly status: IncidentStatus
  readonly description: string
  readonly publicAt: Date
  readonly notifySubscribers: boolean
  readonly nowMs: number
}

/**
 * The one way in which an update of an incident of a page with components is created, by a person or a rule. The
 * incident must be locked or new; a resolution ends its impacts, and subscribers are notified when it requests it.
 */
export async function postComponentUpdate(
  tx: Queryable,
  place: PartOfPage,
  update: NewComponentUpdate,
): Promise<IncidentUpdateRow> {
  const row = await writeUpdate(tx, { ...update, accountId: place.accountId, incidentId: place.id })
  const incident = await endResolved(tx, place)
  if (update.notifySubscribers && incident.incident.unpublishedAt === null)
    await notifySubscribers(tx, incident, row, new Date(update.nowMs))
  return row
}

/** Ends what an incident still affects once it is resolved, when that was; answers the incident as it is then. */
export async function endResolved(tx: Queryable, place: PartOfPage): Promise<ComponentIncident> {
  const before = await lockComponentIncident(tx, place)
  invariant(before, 'the incident was just written')
  const { incident, impacts, updates } = before
  const resolvedAt = incident.lastUpdateStatus === 'RESOLVED' ? updates[0]?.publicAt : undefined
  if (resolvedAt === undefined || impacts.every(({ endedAt }) => endedAt !== null)) return before
  await endImpacts(tx, { accountId: place.accountId, incidentId: place.id, at: resolvedAt })
  const after = await lockComponentIncident(tx, place)
  invariant(after, 'the incident is locked')
  return after
}

/** A mail names what readers see of the page: no hidden component, and no incident about nothing else. */
async function notifySubscribers(
  tx: Queryable,
  { incident, impacts, updates }: ComponentIncident,
  row: IncidentUpdateRow,
  now: Date,
): Promise<void> {
  const { accountId, statusPageId } = incident
  const components = await listComponents(tx, { accountId, statusPageId })
  const ids = impacts.map(({ componentId }) => componentId)
  const cards = arrangeComponents(components)
  if (!showsAny(cards, ids)) return
  const services = cards.flatMap((card) => card.services)
  const shown = impacts.filter(({ componentId }) => affectedServices(services, [componentId]).length > 0)
  const lasting = shown.filter(({ endedAt }) => endedAt === null)
  const startedAt = updates.reduce((least, { publicAt }) => (publicAt < least ? publicAt : least), row.publicAt)
  await insertPageMessage(tx, {
    accountId,
    statusPageId,
    cause: causeOf(row.id),
    content: {
      kind: 'INCIDENT',
      incidentId: incident.id,
      name: incident.name,
      severity: worstImpact((row.status === 'RESOLVED' ? shown : lasting).map(({ status }) => status)),
      status: row.status,
      description: row.description,
      startedAt: startedAt.toISOString(),
      services: affectedServices(services, ids).map(({ name }) => name),
    },
    componentIds: audienceOf(components, ids),
    now,
    publicAt: row.publicAt,
  })
}
