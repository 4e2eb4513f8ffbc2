import type { IncidentStatus } from '#contract'
import { timeOrderedId } from '#kernel'
import { insertIncidentMessages, insertIncidentUpdate, refreshIncidentStatus } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { IncidentUpdateRow } from '#storage/status-pages'

export interface NewUpdate {
  readonly accountId: string
  readonly incidentId: string
  readonly status: IncidentStatus
  readonly description: string
  /** When it happened, as displayed. */
  readonly publicAt: Date
  readonly notifySubscribers: boolean
  readonly nowMs: number
}

/**
 * The one way in which an update of an incident is created, by a person or an alert. The incident must be locked or
 * new; its status follows, and the subscribers of its pages are notified when the update requests it.
 */
export async function postUpdate(tx: Queryable, update: NewUpdate): Promise<IncidentUpdateRow> {
  const row = await writeUpdate(tx, update)
  if (update.notifySubscribers) await insertIncidentMessages(tx, messageOf(row, update.status, new Date(update.nowMs)))
  return row
}

/** Stores an update, and the status that the incident has by it. */
export async function writeUpdate(tx: Queryable, update: NewUpdate): Promise<IncidentUpdateRow> {
  const now = new Date(update.nowMs)
  const row = {
    accountId: update.accountId,
    incidentId: update.incidentId,
    id: timeOrderedId(update.nowMs),
    status: update.status,
    description: update.description,
    publicAt: update.publicAt,
    notifySubscribers: update.notifySubscribers,
    createdAt: now,
    updatedAt: null,
  }
  await insertIncidentUpdate(tx, row)
  await refreshIncidentStatus(tx, update.accountId, update.incidentId, now)
  return row
}

/** The cause of the messages about an update: each page sends one message per cause. */
export const causeOf = (updateId: string): string => `incident update ${updateId}`

/** The message of an update to the subscribers of the pages that display it. */
export const messageOf = (row: IncidentUpdateRow, status: IncidentStatus, now: Date) => ({
  accountId: row.accountId,
  cause: causeOf(row.id),
  content: { kind: 'INCIDENT' as const, incidentId: row.incidentId, status, description: row.description },
  now,
  publicAt: row.publicAt,
})
