import type { QueryResultRow } from 'pg'
import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { ErrorGroupsTable } from '../generated/tables.ts'

/** The common columns of error groups of checks and of test sessions. */
export type StoredErrorGroup = Narrowed<
  Omit<ErrorGroupsTable, 'checkId' | 'lastResultId' | 'createdAt' | 'updatedAt'>,
  {
    readonly checkType: CheckType
  }
>

/** Their tables, each with what makes a group readable: those of a deleted check are shown to no one. */
const readable: ReadonlyMap<GroupTable, string> = new Map([
  ['error_groups', `exists (select from checks where checks.account_id = $1 and checks.id = error_groups.check_id)`],
  ['test_session_error_groups', 'true'],
])
type GroupTable = 'error_groups' | 'test_session_error_groups'

interface GroupKey {
  readonly accountId: string
  readonly id: string
}

/** The caller states the row of the table. */
export async function findStoredGroup<Row extends StoredErrorGroup & QueryResultRow>(
  db: Queryable,
  table: GroupTable,
  { accountId, id }: GroupKey,
): Promise<Row | null> {
  const rows = await db.rows<Row>(
    `select * from ${table} where account_id = $1 and id = $2 and ${readable.get(table) ?? 'false'}`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** Undefined keeps what is stored. */
export interface ArchiveChange {
  readonly archivedForEver: boolean | undefined
  readonly archivedUntilNextEvent: boolean | undefined
}

/** The group after the change, null when there is none. The caller states the row of the table. */
export async function archiveStoredGroup<Row extends StoredErrorGroup & QueryResultRow>(
  db: Queryable,
  table: GroupTable,
  { accountId, id }: GroupKey,
  { archivedForEver, archivedUntilNextEvent, at }: ArchiveChange & { readonly at: Date },
): Promise<Row | null> {
  const rows = await db.rows<Row>(
    `update ${table} set archived_for_ever = coalesce($3, archived_for_ever),
       archived_until_next_event = coalesce($4, archived_until_next_event), updated_at = $5
     where account_id = $1 and id = $2 and ${readable.get(table) ?? 'false'} returning *`,
    [accountId, id, archivedForEver ?? null, archivedUntilNextEvent ?? null, at],
  )
  return rows[0] ?? null
}
