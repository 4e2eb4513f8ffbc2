import type { CheckType, ErrorKind, ErrorOrder, ErrorState } from '#contract'
import type { PageWindow } from '../database/counted-page.ts'
import type { Queryable } from '../database/queryable.ts'

/** An error of a check or of test sessions, as lists show it. */
export interface ListedErrorRow {
  readonly id: string
  readonly kind: ErrorKind
  /** Null: the run of a test session was of no stored check. */
  readonly checkId: string | null
  readonly checkName: string | null
  readonly checkType: CheckType
  readonly projectId: string | null
  readonly environments: string[]
  readonly errorHash: string
  readonly rawErrorMessage: string | null
  readonly cleanedErrorMessage: string
  readonly occurrences: number
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly lastResultId: string | null
  readonly state: ErrorState
}

export interface ErrorFilter {
  readonly accountId: string
  readonly kind: ErrorKind
  readonly checkId: string | null
  /** The check has all of them. */
  readonly tags: readonly string[]
  /** Part of the message or of the name of the check. */
  readonly search: string
  /** Queues of locations, one of which had it; null: any. */
  readonly locations: readonly string[] | null
}

const state = `case when error.archived_for_ever then 'ARCHIVED' when error.archived_until_next_event then 'UNTIL_NEXT'
  else 'OPEN' end`
const shared = `error.error_hash, error.raw_error_message, error.cleaned_error_message, error.occurrences,
  error.first_seen, error.last_seen, error.last_result_id, ${state} as state, checks.name as check_name, checks.tags`

/** Both kinds as one; those of a deleted check are shown to no one. */
const errors = `(
  select error.account_id, error.id, 'CHECK' as kind, error.check_id, error.check_type, null::uuid as project_id,
    '{}'::text[] as environments, ${shared}
  from error_groups error join checks on checks.account_id = error.account_id and checks.id = error.check_id
  union all
  select error.account_id, error.id, 'TEST_SESSION', checks.id, error.check_type, error.project_id, error.environments,
    ${shared}
  from test_session_error_groups error
  left join checks on checks.account_id = error.account_id and checks.id = error.check_id) as error`

const columns = `id, kind, check_id, check_name, check_type, project_id, environments, error_hash, raw_error_message,
  cleaned_error_message, occurrences, first_seen, last_seen, last_result_id, state`

const isListed = `account_id = $1 and kind = $2 and ($3::uuid is null or check_id = $3)
  and ($4::text[] = '{}' or tags @> $4)
  and ($5 = '' or position(lower($5) in lower(concat_ws(' ', raw_error_message, cleaned_error_message, check_name))) > 0)
  and ($6::text[] is null or exists (select from error_occurrences seen
    where seen.account_id = $1 and seen.error_group_id = error.id and seen.location = any($6)))`

const valuesOf = (filter: ErrorFilter): unknown[] => [
  filter.accountId,
  filter.kind,
  filter.checkId,
  filter.tags,
  filter.search,
  filter.locations,
]

/** One page of the errors in a state. */
export const listErrors = (
  db: Queryable,
  filter: ErrorFilter,
  listed: { readonly state: ErrorState; readonly order: ErrorOrder },
  page: PageWindow,
): Promise<ListedErrorRow[]> =>
  db.rows<{ [K in keyof ListedErrorRow]: ListedErrorRow[K] }>(
    `select ${columns} from ${errors} where ${isListed} and state = $7
     order by case $8::text when 'first' then first_seen when 'last' then last_seen end desc nulls last,
       case $8::text when 'count' then occurrences end desc nulls last, last_seen desc, id desc
     limit $9 offset $10`,
    [...valuesOf(filter), listed.state, listed.order, page.limit, page.offset],
  )

/** How many errors are in which state. */
export const countErrors = (db: Queryable, filter: ErrorFilter): Promise<{ state: ErrorState; size: number }[]> =>
  db.rows<{ state: ErrorState; size: number }>(
    `select state, count(*)::int as size from ${errors} where ${isListed} group by state`,
    valuesOf(filter),
  )

export async function findError(db: Queryable, accountId: string, id: string): Promise<ListedErrorRow | null> {
  const rows = await db.rows<{ [K in keyof ListedErrorRow]: ListedErrorRow[K] }>(
    `select ${columns} from ${errors} where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

export interface SameError {
  readonly id: string
  readonly errorHash: string
  readonly checkId: string
  readonly checkName: string
  readonly occurrences: number
  readonly lastSeen: Date
}

/** The errors of checks with these messages, the latest seen first; permanently archived ones are left out. */
export const findSameErrors = (
  db: Queryable,
  accountId: string,
  errorHashes: readonly string[],
  limit: number,
): Promise<SameError[]> =>
  db.rows<{ [K in keyof SameError]: SameError[K] }>(
    `select error.id, error.error_hash, error.check_id, checks.name as check_name, error.occurrences, error.last_seen
     from error_groups error join checks on checks.account_id = error.account_id and checks.id = error.check_id
     where error.account_id = $1 and error.error_hash = any($2::text[]) and not error.archived_for_ever
     order by error.last_seen desc, error.id desc limit $3`,
    [accountId, errorHashes, limit],
  )

/** How many checks have an error with each of these messages. */
export const countSameErrors = (
  db: Queryable,
  accountId: string,
  errorHashes: readonly string[],
): Promise<{ errorHash: string; size: number }[]> =>
  db.rows<{ errorHash: string; size: number }>(
    `select error_hash, count(*)::int as size from error_groups
     where account_id = $1 and error_hash = any($2::text[]) and not archived_for_ever
       and exists (select from checks where checks.account_id = $1 and checks.id = error_groups.check_id)
     group by error_hash`,
    [accountId, errorHashes],
  )

export interface ErrorArchiving {
  readonly id: string
  readonly archivedUntilNextEvent: boolean
  readonly archivedForEver: boolean
}

/** Archives errors of a kind, or brings them back, and answers how they were before, without those that are not there. */
export const archiveErrors = (
  tx: Queryable,
  accountId: string,
  changes: readonly ErrorArchiving[],
  at: Date,
): Promise<ErrorArchiving[]> =>
  tx.rows<{ [K in keyof ErrorArchiving]: ErrorArchiving[K] }>(
    `with wanted as (
       select * from unnest($2::uuid[], $3::boolean[], $4::boolean[]) as wanted (id, until_next, for_ever)),
     of_checks as (
       select error.id, archived_until_next_event, archived_for_ever from error_groups error
       join wanted on wanted.id = error.id where error.account_id = $1
         and exists (select from checks where checks.account_id = $1 and checks.id = error.check_id)
       order by error.check_id, error.error_hash for no key update of error),
     of_sessions as (
       select error.id, archived_until_next_event, archived_for_ever from test_session_error_groups error
       join wanted on wanted.id = error.id where error.account_id = $1
       order by error.project_id, error.error_hash for no key update of error),
     changed_checks as (
       update error_groups error set archived_until_next_event = wanted.until_next,
         archived_for_ever = wanted.for_ever, updated_at = $5
       from wanted join of_checks on of_checks.id = wanted.id
       where error.account_id = $1 and error.id = wanted.id),
     changed_sessions as (
       update test_session_error_groups error set archived_until_next_event = wanted.until_next,
         archived_for_ever = wanted.for_ever, updated_at = $5
       from wanted join of_sessions on of_sessions.id = wanted.id
       where error.account_id = $1 and error.id = wanted.id)
     select * from of_checks union all select * from of_sessions`,
    [
      accountId,
      changes.map(({ id }) => id),
      changes.map(({ archivedUntilNextEvent }) => archivedUntilNextEvent),
      changes.map(({ archivedForEver }) => archivedForEver),
      at,
    ],
  )

export interface FirstOccurrence {
  readonly id: string
  readonly location: string
  readonly createdAt: Date
}

/** The earliest result of a check in a range of ids that has the error. */
export async function findFirstOccurrence(
  db: Queryable,
  error: { readonly accountId: string; readonly checkId: string; readonly id: string },
  range: { readonly fromId: string; readonly beforeId: string },
): Promise<FirstOccurrence | null> {
  const rows = await db.rows<{ [K in keyof FirstOccurrence]: FirstOccurrence[K] }>(
    `select id, location, created_at from check_results
     where account_id = $1 and check_id = $2 and id >= $4 and id < $5 and error_group_ids @> array[$3::uuid]
     order by id limit 1`,
    [error.accountId, error.checkId, error.id, range.fromId, range.beforeId],
  )
  return rows[0] ?? null
}

interface SessionOfError {
  readonly id: string
  readonly name: string
  readonly startedAt: Date
}

/** So many of the newest sessions of an account are looked through. */
const searchedSessions = 1_000

/** The newest test sessions in which an error occurred, newest first. */
export const findSessionsOfError = (
  db: Queryable,
  accountId: string,
  id: string,
  limit: number,
): Promise<SessionOfError[]> =>
  db.rows<{ [K in keyof SessionOfError]: SessionOfError[K] }>(
    `select id, name, started_at
     from (select id, name, started_at, error_group_ids from test_sessions where account_id = $1
       order by id desc limit ${searchedSessions}) as newest
     where error_group_ids @> array[$2::uuid] order by id desc limit $3`,
    [accountId, id, limit],
  )
