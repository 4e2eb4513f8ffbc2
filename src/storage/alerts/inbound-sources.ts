import type { Queryable } from '../database/queryable.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { AlertSourcesTable } from '../generated/tables.ts'

export type AlertSourceRow = AlertSourcesTable

/** A source with how many of its alerts are firing. */
export type ListedAlertSource = AlertSourceRow & { readonly firing: number }

const key = ['accountId', 'id'] as const
const changed = [
  'name',
  'tokenHash',
  'tokenPrefix',
  'channelIds',
  'severityLabel',
  'serviceLabel',
  'opensIncidents',
  'notifySubscribers',
  'groupId',
  'expireMinutes',
  'updatedAt',
] as const
const written = [...key, ...changed, 'createdAt'] as const

/** All sources of an account, by name. */
export const listAlertSources = (db: Queryable, accountId: string): Promise<ListedAlertSource[]> =>
  db.rows<ListedAlertSource>(
    `select *, (select count(*)::int from received_alerts alert where alert.account_id = source.account_id
       and alert.source_id = source.id and alert.ended_at is null) as firing
     from alert_sources source where account_id = $1 order by folded(name), id`,
    [accountId],
  )

export async function findAlertSourceByHash(db: Queryable, hash: Buffer): Promise<AlertSourceRow | null> {
  const rows = await db.namedRows<AlertSourceRow>(
    'find-alert-source-by-hash',
    `select * from alert_sources where token_hash = $1`,
    [hash],
  )
  return rows[0] ?? null
}

/** Keeps others from changing the source, or receiving alerts of it, until the transaction ends. */
export async function lockAlertSource(tx: Queryable, accountId: string, id: string): Promise<AlertSourceRow | null> {
  const rows = await tx.namedRows<AlertSourceRow>(
    'lock-alert-source',
    `select * from alert_sources where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** Of several sources, in the account that each belongs to. */
export const findAlertSources = (
  db: Queryable,
  accountIds: readonly string[],
  ids: readonly string[],
): Promise<AlertSourceRow[]> =>
  db.rows<AlertSourceRow>(`select * from alert_sources where account_id = any($1::uuid[]) and id = any($2::uuid[])`, [
    accountIds,
    ids,
  ])

export const insertAlertSource = (tx: Queryable, row: Omit<AlertSourceRow, 'lastReceivedAt' | 'leftOut'>) =>
  tx.rows(insertOf('alert_sources', written), valuesOf(row, written))

export const saveAlertSource = (tx: Queryable, row: AlertSourceRow): Promise<unknown> =>
  tx.rows(updateOf('alert_sources', key, changed), valuesOf(row, [...key, ...changed]))

/** Deletes its alerts as well. */
export const deleteAlertSource = (tx: Queryable, accountId: string, id: string): Promise<unknown> =>
  tx.rows(`delete from alert_sources where account_id = $1 and id = $2`, [accountId, id])

/** Writes down that a message arrived, and how many alerts it did not bring. */
export const touchAlertSource = (
  tx: Queryable,
  { accountId, id }: Pick<AlertSourceRow, 'accountId' | 'id'>,
  received: Pick<AlertSourceRow, 'lastReceivedAt' | 'leftOut'>,
): Promise<unknown> =>
  tx.namedRows(
    'touch-alert-source',
    `update alert_sources set last_received_at = $3, left_out = $4 where account_id = $1 and id = $2`,
    [accountId, id, received.lastReceivedAt, received.leftOut],
  )

/** Keeps others from adding sources to an account until the transaction ends. */
export const lockSourcesOfAccount = (tx: Queryable, accountId: string): Promise<unknown> =>
  tx.rows(`select from accounts where id = $1 for no key update`, [accountId])

/** A check group as far as it mutes alerts of other tools. */
export interface MutingGroup {
  readonly accountId: string
  readonly id: number
  readonly name: string
  readonly muted: boolean
  readonly mutedUntil: Date | null
}

export const findMutingGroups = (
  db: Queryable,
  accountIds: readonly string[],
  ids: readonly number[],
): Promise<MutingGroup[]> =>
  db.rows<MutingGroup & Record<string, unknown>>(
    `select account_id, id, name, muted, muted_until from check_groups
     where account_id = any($1::uuid[]) and id = any($2::bigint[])`,
    [accountIds, ids],
  )
