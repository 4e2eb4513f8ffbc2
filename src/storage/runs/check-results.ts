import type { CheckType, Outcome, RunSource } from '#contract'
import { dayMs, firstIdAt, timeOfId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckResultsTable } from '../generated/tables.ts'

export type CheckResultRow = Narrowed<
  Omit<CheckResultsTable, 'measured'>,
  {
    readonly checkType: CheckType
    readonly runSource: RunSource
    readonly resultType: 'FINAL' | 'ATTEMPT'
    readonly outcome: Outcome
    readonly detail: Record<string, unknown>
  }
>

/** Results that belong to no error group may leave them out. */
export type NewCheckResult = Omit<CheckResultRow, 'errorGroupIds' | 'isCancelled'> & {
  readonly isCancelled?: boolean
  readonly errorGroupIds?: readonly string[]
  /** In the order of the type's metrics. Null or absent for results that say nothing about how their check does. */
  readonly measured?: readonly (number | null)[] | null
}

const columns = `account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, run_source,
  result_type, attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, scheduled_for,
  started_at, stopped_at, created_at, detail`

const insert = `
insert into check_results (${columns}, error_group_ids, measured, is_cancelled)
select ${columns}, error_group_ids::uuid[], measured::double precision[], is_cancelled
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[],
  $9::text[], $10::text[], $11::smallint[], $12::text[], $13::boolean[], $14::boolean[], $15::double precision[],
  $16::int[], $17::text[], $18::timestamptz[], $19::timestamptz[], $20::timestamptz[], $21::timestamptz[], $22::jsonb[],
  $23::text[], $24::text[], $25::boolean[]) as result (${columns}, error_group_ids, measured, is_cancelled)
on conflict do nothing`

/** Stores results; one that is there already stays as it is. */
export async function insertCheckResults(tx: Queryable, results: readonly NewCheckResult[]): Promise<void> {
  if (results.length === 0) return
  await tx.namedRows('insert-check-results', insert, [
    results.map((result) => result.accountId),
    results.map((result) => result.checkId),
    results.map((result) => result.id),
    results.map((result) => result.sessionId),
    results.map((result) => result.sequenceId),
    results.map((result) => result.checkName),
    results.map((result) => result.checkType),
    results.map((result) => result.location),
    results.map((result) => result.runSource),
    results.map((result) => result.resultType),
    results.map((result) => result.attempt),
    results.map((result) => result.outcome),
    results.map((result) => result.hasErrors),
    results.map((result) => result.overMaxResponseTime),
    results.map((result) => result.responseTimeMs),
    results.map((result) => result.statusCode),
    results.map((result) => result.error),
    results.map((result) => result.scheduledFor),
    results.map((result) => result.startedAt),
    results.map((result) => result.stoppedAt),
    results.map((result) => result.createdAt),
    results.map((result) => storableJson(result.detail)),
    results.map((result) => `{${(result.errorGroupIds ?? []).join(',')}}`),
    results.map(({ measured }) => (measured ? `{${measured.map(String).join(',')}}` : null)),
    results.map(({ isCancelled = false }) => isCancelled),
  ])
}

export async function findCheckResult(
  db: Queryable,
  accountId: string,
  checkId: string,
  id: string,
): Promise<CheckResultRow | null> {
  const rows = await db.namedRows<CheckResultRow>(
    'find-check-result',
    `select * from check_results where account_id = $1 and check_id = $2 and id = $3`,
    [accountId, checkId, id],
  )
  return rows[0] ?? null
}

/** A result without what its run saw in detail. */
export type CheckResultSummary = Omit<CheckResultRow, 'detail'>

const summaryColumns = `account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, run_source,
  result_type, attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, scheduled_for,
  started_at, stopped_at, created_at, error_group_ids, is_cancelled`

/**
 * The results of one session, oldest first. Their ids were made within a day after the session began; ids of the same
 * millisecond have no order.
 */
export const listResultsOfSession = (
  db: Queryable,
  session: { accountId: string; checkId: string; id: string },
): Promise<CheckResultSummary[]> => {
  const startedAtMs = timeOfId(session.id)
  return db.namedRows(
    'list-results-of-session',
    `select ${summaryColumns} from check_results
     where account_id = $1 and check_id = $2 and id >= $3 and id < $4 and session_id = $5
     order by id`,
    [session.accountId, session.checkId, firstIdAt(startedAtMs), firstIdAt(startedAtMs + dayMs), session.id],
  )
}

/** How long these results took, in milliseconds. */
export async function findResponseTimes(
  db: Queryable,
  keys: readonly { readonly accountId: string; readonly checkId: string; readonly id: string }[],
): Promise<number[]> {
  const rows = await db.rows<{ responseTimeMs: number }>(
    `select result.response_time_ms from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as key (account_id, check_id, id)
     join check_results result
       on result.account_id = key.account_id and result.check_id = key.check_id and result.id = key.id`,
    [keys.map((key) => key.accountId), keys.map((key) => key.checkId), keys.map((key) => key.id)],
  )
  return rows.map((row) => row.responseTimeMs)
}

export interface CheckResultFilter {
  readonly accountId: string
  readonly checkId: string
  /** The smallest id listed. */
  readonly fromId: string | null
  /** The smallest id not listed any more. */
  readonly beforeId: string | null
  /** Names of queues; null for all. */
  readonly queues: readonly string[] | null
  readonly checkType: string | null
  readonly hasFailures: boolean | null
  readonly resultType: 'FINAL' | 'ATTEMPT' | null
}

const isListed = `account_id = $1 and check_id = $2
  and ($3::uuid is null or id >= $3) and ($4::uuid is null or id < $4)
  and ($5::text[] is null or location = any($5)) and ($6::text is null or check_type = $6)
  and ($7::boolean is null or (outcome = 'failed') = $7) and ($8::text is null or result_type = $8)
  and exists (select from checks where checks.account_id = $1 and checks.id = $2)`

const valuesOfFilter = (filter: CheckResultFilter): unknown[] => [
  filter.accountId,
  filter.checkId,
  filter.fromId,
  filter.beforeId,
  filter.queues,
  filter.checkType,
  filter.hasFailures,
  filter.resultType,
]

/** Results of a check that still exists, newest first; `detail` is read only when requested. */
export const listCheckResults = (
  db: Queryable,
  filter: CheckResultFilter,
  page: { readonly limit: number; readonly offset: number; readonly withDetail: boolean },
): Promise<(CheckResultSummary & { readonly detail?: Record<string, unknown> })[]> =>
  db.rows(
    `select ${summaryColumns}${page.withDetail ? ', detail' : ''} from check_results where ${isListed}
     order by id desc limit $9 offset $10`,
    [...valuesOfFilter(filter), page.limit, page.offset],
  )

export async function countCheckResults(db: Queryable, filter: CheckResultFilter): Promise<number> {
  const rows = await db.rows<{ total: number }>(
    `select count(*)::int as total from check_results where ${isListed}`,
    valuesOfFilter(filter),
  )
  return rows[0]?.total ?? 0
}
