import type { CheckType, PlaywrightLocation } from '#contract'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { archiveStoredGroup, findStoredGroup } from './stored-error-groups.ts'
import type { ArchiveChange, StoredErrorGroup } from './stored-error-groups.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { TestSessionErrorGroupsTable } from '../generated/tables.ts'

export type TestSessionErrorGroupRow = StoredErrorGroup &
  Narrowed<
    Pick<TestSessionErrorGroupsTable, 'projectId' | 'checkId' | 'environments' | 'pwtMetadata' | 'lastResultId'>,
    { readonly pwtMetadata: PlaywrightLocation[] | null }
  >

/** One error of the runs of a test session. */
export interface SeenTestSessionError {
  readonly accountId: string
  readonly projectId: string | null
  /** The stored check that ran, and its result; null when there is none. */
  readonly checkId: string | null
  readonly checkType: CheckType
  readonly resultId: string | null
  readonly environment: string | null
  readonly playwrightLocations: readonly PlaywrightLocation[] | null
  /** The id of the group when this is its first error. */
  readonly newId: string
  readonly errorHash: string
  readonly rawErrorMessage: string
  readonly cleanedErrorMessage: string
}

export interface TouchedTestSessionErrorGroup {
  readonly id: string
  readonly accountId: string
  readonly projectId: string | null
  readonly checkId: string | null
  readonly checkType: CheckType
  readonly errorHash: string
  readonly isNew: boolean
}

const maxStoredLocations = 50

const upsert = `
insert into test_session_error_groups (account_id, id, project_id, check_id, check_type, environments, pwt_metadata,
  error_hash, raw_error_message, cleaned_error_message, occurrences, first_seen, last_seen, last_result_id, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $11, $12, $11)
on conflict (account_id, project_id, error_hash) do update set
  check_id = coalesce(excluded.check_id, test_session_error_groups.check_id),
  environments = array(select distinct unnest(test_session_error_groups.environments || excluded.environments) order by 1),
  pwt_metadata = coalesce(excluded.pwt_metadata, test_session_error_groups.pwt_metadata),
  raw_error_message = excluded.raw_error_message,
  occurrences = test_session_error_groups.occurrences + 1,
  last_seen = greatest(test_session_error_groups.last_seen, excluded.last_seen),
  last_result_id = coalesce(excluded.last_result_id, test_session_error_groups.last_result_id),
  archived_until_next_event = false
returning id, account_id, project_id, check_id, check_type, error_hash, xmax = 0 as is_new`

/**
 * Adds errors of test sessions to their groups, making those that are new, one group per project and hash. Answers a
 * group per error, sorted by hash. Belongs in the transaction that stores the results.
 */
export async function recordTestSessionErrorGroups(
  tx: Queryable,
  errors: readonly SeenTestSessionError[],
  at: Date,
): Promise<TouchedTestSessionErrorGroup[]> {
  const sorted = errors.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const touched: TouchedTestSessionErrorGroup[] = []
  for (const error of sorted) {
    const rows = await tx.namedRows<TouchedTestSessionErrorGroup>('record-test-session-error', upsert, [
      error.accountId,
      error.newId,
      error.projectId,
      error.checkId,
      error.checkType,
      error.environment === null ? [] : [error.environment],
      error.playwrightLocations === null
        ? null
        : JSON.stringify(error.playwrightLocations.slice(0, maxStoredLocations)),
      error.errorHash,
      error.rawErrorMessage,
      error.cleanedErrorMessage,
      at,
      error.resultId,
    ])
    touched.push(...rows)
  }
  return touched
}

const keyOf = (error: SeenTestSessionError): string => `${error.accountId}/${error.projectId}/${error.errorHash}`

const isListed = `account_id = $1 and ($2::uuid is null or project_id = $2) and not archived_for_ever`

/** Groups of all projects or of one, the latest seen first, without those archived permanently; and how many. */
export const listTestSessionErrorGroups = (
  db: Queryable,
  { accountId, projectId }: { readonly accountId: string; readonly projectId: string | null },
  page: PageWindow,
): Promise<CountedPage<TestSessionErrorGroupRow>> => {
  const listed = { from: `test_session_error_groups where ${isListed}`, order: 'last_seen desc, id desc' }
  return countedPage(db, { ...listed, values: [accountId, projectId] }, page)
}

/** Whether the project exists, or any group, archived or not, belongs to one that existed. */
export const isProjectKnown = (db: Queryable, accountId: string, projectId: string): Promise<boolean> =>
  findsAny(
    db,
    `select from projects where account_id = $1 and id = $2
     union all (select from test_session_error_groups where account_id = $1 and project_id = $2 limit 1) limit 1`,
    [accountId, projectId],
  )

export const findTestSessionErrorGroup = (
  db: Queryable,
  accountId: string,
  id: string,
): Promise<TestSessionErrorGroupRow | null> =>
  findStoredGroup<TestSessionErrorGroupRow>(db, 'test_session_error_groups', { accountId, id })

export const archiveTestSessionErrorGroup = (
  db: Queryable,
  group: { readonly accountId: string; readonly id: string },
  change: ArchiveChange,
  at: Date,
): Promise<TestSessionErrorGroupRow | null> =>
  archiveStoredGroup<TestSessionErrorGroupRow>(db, 'test_session_error_groups', group, { ...change, at })
