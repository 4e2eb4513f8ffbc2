import type { CheckType } from '#contract'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import type { Queryable } from '../database/queryable.ts'
import { archiveStoredGroup, findStoredGroup } from './stored-error-groups.ts'
import type { ArchiveChange, StoredErrorGroup } from './stored-error-groups.ts'
import type { ErrorGroupsTable } from '../generated/tables.ts'

export type ErrorGroupRow = StoredErrorGroup & Pick<ErrorGroupsTable, 'checkId' | 'lastResultId'>

/** One error of one check in a batch of results, however often it is in there. */
export interface SeenError {
  readonly accountId: string
  readonly checkId: string
  readonly checkType: CheckType
  /** The id of the group when this is its first error. */
  readonly newId: string
  readonly errorHash: string
  readonly rawErrorMessage: string
  readonly cleanedErrorMessage: string
  readonly occurrences: number
  readonly resultId: string
}

export interface TouchedErrorGroup {
  readonly accountId: string
  readonly id: string
  readonly checkId: string
  readonly checkType: CheckType
  readonly errorHash: string
  readonly isNew: boolean
}

const upsert = `
insert into error_groups (account_id, id, check_id, check_type, error_hash, raw_error_message, cleaned_error_message,
  occurrences, first_seen, last_seen, last_result_id, created_at)
select account_id, id, check_id, check_type, error_hash, raw, cleaned, occurrences, $10, $10, result_id, $10
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::uuid[])
  as seen (account_id, id, check_id, check_type, error_hash, raw, cleaned, occurrences, result_id)
where exists (select from checks where checks.account_id = seen.account_id and checks.id = seen.check_id)
on conflict (account_id, check_id, error_hash) do update set
  raw_error_message = excluded.raw_error_message,
  occurrences = error_groups.occurrences + excluded.occurrences,
  last_seen = greatest(error_groups.last_seen, excluded.last_seen),
  last_result_id = excluded.last_result_id,
  archived_until_next_event = false
returning account_id, id, check_id, check_type, error_hash, xmax = 0 as is_new`

/**
 * Adds errors to their groups, making those that are new; a group archived until its next event is back. Errors of
 * deleted checks are left out. Each pair of check and hash may be given once; sorted here, so that batches of several
 * processes never wait for one another in a circle.
 */
export function recordErrors(tx: Queryable, errors: readonly SeenError[], at: Date): Promise<TouchedErrorGroup[]> {
  const sorted = errors.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return tx.namedRows('record-errors', upsert, [
    sorted.map((error) => error.accountId),
    sorted.map((error) => error.newId),
    sorted.map((error) => error.checkId),
    sorted.map((error) => error.checkType),
    sorted.map((error) => error.errorHash),
    sorted.map((error) => error.rawErrorMessage),
    sorted.map((error) => error.cleanedErrorMessage),
    sorted.map((error) => error.occurrences),
    sorted.map((error) => error.resultId),
    at,
  ])
}

const keyOf = (error: SeenError): string => `${error.checkId}/${error.errorHash}`

const isListed = `account_id = $1 and ($2::uuid is null or check_id = $2) and not archived_for_ever
  and exists (select from checks where checks.account_id = $1 and checks.id = error_groups.check_id)`

/** Groups of existing checks, or of one, the latest seen first, without those archived permanently; and how many. */
export const listErrorGroups = (
  db: Queryable,
  { accountId, checkId }: { readonly accountId: string; readonly checkId: string | null },
  page: PageWindow,
): Promise<CountedPage<ErrorGroupRow>> => {
  const listed = { from: `error_groups where ${isListed}`, order: 'last_seen desc, id desc' }
  return countedPage(db, { ...listed, values: [accountId, checkId] }, page)
}

export const findErrorGroup = (db: Queryable, accountId: string, id: string): Promise<ErrorGroupRow | null> =>
  findStoredGroup<ErrorGroupRow>(db, 'error_groups', { accountId, id })

export const archiveErrorGroup = (
  db: Queryable,
  group: { readonly accountId: string; readonly id: string },
  change: ArchiveChange,
  at: Date,
): Promise<ErrorGroupRow | null> => archiveStoredGroup<ErrorGroupRow>(db, 'error_groups', group, { ...change, at })

/** Removes the groups of a check with their analyses; those of test sessions stay and forget the check. */
export async function deleteErrorGroupsOfCheck(tx: Queryable, accountId: string, checkId: string): Promise<void> {
  for (const statement of [
    `delete from error_occurrences where account_id = $1
       and error_group_id in (select id from error_groups where account_id = $1 and check_id = $2)`,
    `delete from error_groups where account_id = $1 and check_id = $2`,
    `update test_session_error_groups set check_id = null where account_id = $1 and check_id = $2`,
    `update root_cause_analyses set check_id = null where account_id = $1 and check_id = $2`,
  ])
    await tx.rows(statement, [accountId, checkId])
}

/** Deletes groups last seen before a time, with their analyses; those archived permanently are kept. */
export async function deleteErrorGroupsBefore(db: Queryable, before: Date): Promise<number> {
  let deleted = 0
  for (const table of ['error_groups', 'test_session_error_groups'])
    deleted += (await db.query(`delete from ${table} where last_seen < $1 and not archived_for_ever`, [before]))
      .rowCount
  return deleted
}
