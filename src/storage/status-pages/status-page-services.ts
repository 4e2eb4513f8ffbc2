import type { Queryable } from '../database/queryable.ts'
import { forgetComponents } from './subscribers.ts'
import { removeFromMaintenanceWindows } from './suppressed-incidents.ts'
import type { StatusPageServicesTable } from '../generated/tables.ts'

export type StatusPageServiceRow = StatusPageServicesTable

/** The position of a cursor; ids grow with time. */
export interface CursorWindow {
  readonly accountId: string
  /** Null for the first page. */
  readonly fromId: string | null
  /** Null for all. */
  readonly limit: number | null
}

/** Oldest first. */
export const listServices = (db: Queryable, { accountId, fromId, limit }: CursorWindow) =>
  db.rows<StatusPageServiceRow & Record<string, unknown>>(
    `select * from status_page_services where account_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [accountId, fromId, limit],
  )

export async function findService(db: Queryable, accountId: string, id: string): Promise<StatusPageServiceRow | null> {
  const rows = await db.rows<StatusPageServiceRow & Record<string, unknown>>(
    `select * from status_page_services where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** Those of the ids that are services of the account, kept from being deleted until the transaction ends. */
export async function holdServices(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, StatusPageServiceRow>> {
  const rows = await tx.rows<StatusPageServiceRow & Record<string, unknown>>(
    `select * from status_page_services where account_id = $1 and id = any($2::uuid[]) order by id for key share`,
    [accountId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export const insertService = (tx: Queryable, row: StatusPageServiceRow): Promise<unknown> =>
  tx.rows(
    `insert into status_page_services (account_id, id, name, created_at, updated_at) values ($1, $2, $3, $4, $5)`,
    [row.accountId, row.id, row.name, row.createdAt, row.updatedAt],
  )

/** Without a name the row only moves its date. Null when the account has no such service. */
export async function renameService(
  tx: Queryable,
  change: { accountId: string; id: string; name: string | undefined; now: Date },
): Promise<StatusPageServiceRow | null> {
  const rows = await tx.rows<StatusPageServiceRow & Record<string, unknown>>(
    `update status_page_services set name = coalesce($3, name), updated_at = $4 where account_id = $1 and id = $2
     returning *`,
    [change.accountId, change.id, change.name ?? null, change.now],
  )
  return rows[0] ?? null
}

/**
 * The services of an account whose active checks all run in locations, by the incidents that these open, with all of these
 * locations' queues.
 */
export const listServiceQueues = (
  db: Queryable,
  accountId: string,
): Promise<{ readonly serviceId: string; readonly queues: readonly string[] }[]> =>
  db.rows(
    `select lower(checks.settings -> 'triggerIncident' ->> 'serviceId') as service_id, array_agg(distinct queue) as queues
     from checks
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     left join check_schedules schedule on schedule.check_id = checks.id and schedule.next_run_at is not null
     left join lateral unnest(schedule.locations) as queue on true
     where checks.account_id = $1 and checks.settings -> 'triggerIncident' ->> 'serviceId' is not null
       and checks.activated and check_groups.activated is not false
     group by service_id having bool_and(queue is not null)`,
    [accountId],
  )

/**
 * Deletes a service with its places on cards and incidents, and takes it from the checks that open incidents on it and the
 * maintenance windows that affect it.
 * The service goes first: anyone who is writing a check that names it is waited for.
 */
export async function deleteService(tx: Queryable, accountId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.rows(`delete from status_page_services where account_id = $1 and id = $2 returning id`, [
    accountId,
    id,
  ])
  await tx.rows(
    `update checks set settings = jsonb_set(settings, '{triggerIncident}', 'null'), version = version + 1, updated_at = $3
     where account_id = $1 and lower(settings -> 'triggerIncident' ->> 'serviceId') = $2`,
    [accountId, id, now],
  )
  await removeFromMaintenanceWindows(tx, accountId, 'serviceIds', id)
  await forgetComponents(tx, { accountId, ids: [id] })
  return rows.length > 0
}
