import type { IncidentStatus } from '#contract'
import { timeOrderedId } from '#kernel'
import { insertIncidentMessages, insertIncidentUpdate, refreshIncidentStatus } from '#storage'
import type { IncidentUpdateRow, Queryable } from '#storage'

export interface NewUpdate {
  readonly accountId: string
  readonly incidentId: string
  readonly status: IncidentStatus
  readonly description: string
  /** When it is meant to have happened. */
  readonly publicAt: Date
  readonly notifySubscribers: boolean
  readonly nowMs: number
}

/**
 * The one way an update of an incident comes to be, whether a person or an alert says it. The incident must be locked
 * or new; its status follows, and the subscribers of its pages are told when the update says so (semantics 7.3).
 */
export async function postUpdate(tx: Queryable, update: NewUpdate): Promise<IncidentUpdateRow> {
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
  if (update.notifySubscribers) await insertIncidentMessages(tx, messageOf(row, update.status, now))
  return row
}

/** What names the messages about an update: each page is told once of it. */
export const causeOf = (updateId: string): string => `incident update ${updateId}`

/** What pages tell their subscribers of an update, once pages show it. */
export const messageOf = (row: IncidentUpdateRow, status: IncidentStatus, now: Date) => ({
  accountId: row.accountId,
  cause: causeOf(row.id),
  content: { kind: 'INCIDENT' as const, incidentId: row.incidentId, status, description: row.description },
  now,
  publicAt: row.publicAt,
})
