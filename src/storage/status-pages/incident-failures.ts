import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { IncidentFailuresTable } from '../generated/tables.ts'
import type { IncidentRow } from './incidents.ts'

/** A failure of a check that opened an incident on services, or joined it. */
export type IncidentFailureRow = IncidentFailuresTable

type Rows<T> = T & Record<string, unknown>

/** Earliest first. */
export const listFailures = (db: Queryable, accountId: string, incidentId: string): Promise<IncidentFailureRow[]> =>
  db.rows<Rows<IncidentFailureRow>>(
    `select * from incident_failures where account_id = $1 and incident_id = $2 order by failed_at, check_id`,
    [accountId, incidentId],
  )

/** A check that is behind the incident already fails again. */
export const writeFailure = (tx: Queryable, row: Omit<IncidentFailureRow, 'recoveredAt'>): Promise<unknown> =>
  tx.rows(
    `insert into incident_failures (account_id, incident_id, check_id, name, causes, failed_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, incident_id, check_id) do update set recovered_at = null`,
    [row.accountId, row.incidentId, row.checkId, row.name, row.causes, row.failedAt],
  )

/** Answers whether another check behind the incident still fails. */
export async function endFailure(
  tx: Queryable,
  { accountId, incidentId, checkId, at }: { accountId: string; incidentId: string; checkId: string; at: Date },
): Promise<boolean> {
  await tx.rows(
    `update incident_failures set recovered_at = $4 where account_id = $1 and incident_id = $2 and check_id = $3`,
    [accountId, incidentId, checkId, at],
  )
  return findsAny(
    tx,
    `select from incident_failures where account_id = $1 and incident_id = $2 and recovered_at is null limit 1`,
    [accountId, incidentId],
  )
}

/**
 * The open incident that a failure with the same cause opened, or joined, since a time: one that nobody has taken over or
 * hidden, shown on exactly the pages that show the service. Its name would tell readers of other pages of the service.
 * Held until the transaction ends.
 */
export async function lockIncidentOfCause(
  tx: Queryable,
  failure: {
    readonly accountId: string
    readonly serviceId: string
    readonly causes: readonly string[]
    readonly since: Date
  },
): Promise<IncidentRow | null> {
  const rows = await tx.rows<Rows<IncidentRow>>(
    `with shown as (
       select placed.service_id, cards.status_page_id as page_id from status_page_card_services placed
       join status_page_cards cards on cards.account_id = placed.account_id and cards.id = placed.card_id
       where placed.account_id = $1),
     pages as (select array(select distinct page_id from shown where service_id = $2 order by page_id) as ids)
     select * from incidents where account_id = $1 and status_page_id is null and last_update_status <> 'RESOLVED'
       and taken_over_at is null and unpublished_at is null and exists (
         select from incident_failures other where other.account_id = $1 and other.incident_id = incidents.id
           and other.failed_at >= $4 and other.causes && $3::text[])
       and (select ids from pages) <> '{}' and (select ids from pages) = array(
         select distinct page_id from shown join incident_services affected on affected.service_id = shown.service_id
         where affected.account_id = $1 and affected.incident_id = incidents.id order by page_id)
     order by id desc limit 1 for no key update`,
    [failure.accountId, failure.serviceId, failure.causes, failure.since],
  )
  return rows[0] ?? null
}
