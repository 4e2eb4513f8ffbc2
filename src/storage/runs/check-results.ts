import type { CheckType, RunSource, StoredOutcome } from '#contract'
import { dayMs, firstIdAt, hourMs, timeOfId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckResultsTable } from '../generated/tables.ts'
import { encodeDetails } from '../details/encode-details.ts'
import { detailColumns, openDetails } from '../details/open-details.ts'
import type { DetailRow } from '../details/open-details.ts'
import { findPackedOfSessions, findPackedResults, mergedById } from '../packs/result-packs.ts'

export type CheckResultRow = Narrowed<
  Omit<CheckResultsTable, 'measured' | 'isKept' | 'detailBytes' | 'baseId'>,
  {
    readonly checkType: CheckType
    readonly runSource: RunSource
    readonly resultType: 'FINAL' | 'ATTEMPT'
    readonly outcome: StoredOutcome
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
insert into check_results (${columns}, error_group_ids, measured, is_cancelled, is_kept, detail_bytes, base_id)
select ${columns}, error_group_ids::uuid[], measured::double precision[], is_cancelled, is_kept, detail_bytes, base_id
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[],
  $9::text[], $10::text[], $11::smallint[], $12::text[], $13::boolean[], $14::boolean[], $15::double precision[],
  $16::int[], $17::text[], $18::timestamptz[], $19::timestamptz[], $20::timestamptz[], $21::timestamptz[], $22::jsonb[],
  $23::text[], $24::text[], $25::boolean[], $26::boolean[], $27::bytea[], $28::uuid[])
  as result (${columns}, error_group_ids, measured, is_cancelled, is_kept, detail_bytes, base_id)`

/** Results of an hour are packed more than an hour after its end. Those that come later than this stay rows. */
const latestMs = hourMs / 2

const isLate = ({ id, createdAt }: NewCheckResult): boolean =>
  createdAt.getTime() >= (Math.floor(timeOfId(id) / hourMs) + 1) * hourMs + latestMs

/** Stores results, each once. */
export async function insertCheckResults(tx: Queryable, results: readonly NewCheckResult[]): Promise<void> {
  if (results.length === 0) return
  const details = await encodeDetails(
    tx,
    results.map((result) => ({ result, text: storableJson(result.detail), isKept: isLate(result) })),
  )
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
    details.map(({ detail }) => detail),
    results.map((result) => `{${(result.errorGroupIds ?? []).join(',')}}`),
    results.map(({ measured }) => (measured ? `{${measured.map(String).join(',')}}` : null)),
    results.map(({ isCancelled = false }) => isCancelled),
    results.map(isLate),
    details.map(({ detailBytes }) => detailBytes),
    details.map(({ baseId }) => baseId),
  ])
}

/** A result without what its run saw in detail. */
export type CheckResultSummary = Omit<CheckResultRow, 'detail'>

export const summaryColumns = `account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, run_source,
  result_type, attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, scheduled_for,
  started_at, stopped_at, created_at, error_group_ids, is_cancelled`

/** A result as a statement with `detailColumns` reads it. */
export type UnopenedResultRow = Narrowed<CheckResultSummary & DetailRow, object>

/** Results with their details. Absent are those that were packed since their rows were read. */
export async function openResults(db: Queryable, rows: readonly UnopenedResultRow[]): Promise<CheckResultRow[]> {
  const details = await openDetails(db, rows)
  return rows.flatMap(({ detailBytes: _bytes, baseId: _base, ...row }) => {
    const detail = details.get(row.id)
    return detail === undefined ? [] : [{ ...row, detail }]
  })
}

/** A result whether it is a row or packed. Rows are read first, because results only ever go from there into packs. */
export async function findCheckResult(
  db: Queryable,
  accountId: string,
  checkId: string,
  id: string,
): Promise<CheckResultRow | null> {
  const [row] = await openResults(
    db,
    await db.namedRows<UnopenedResultRow>(
      'find-check-result',
      `select ${summaryColumns}, ${detailColumns} from check_results where account_id = $1 and check_id = $2 and id = $3`,
      [accountId, checkId, id],
    ),
  )
  if (row) return row
  const [packed] = await findPackedResults(db, { accountId, checkId }, [id.toLowerCase()])
  return packed ?? null
}

/**
 * The results of one session, oldest first. Their ids were made within a day after the session began; ids of the same
 * millisecond have no order.
 */
export async function listResultsOfSession(
  db: Queryable,
  session: { accountId: string; checkId: string; id: string },
): Promise<CheckResultSummary[]> {
  const startedAtMs = timeOfId(session.id)
  const rows = await db.namedRows<CheckResultSummary>(
    'list-results-of-session',
    `select ${summaryColumns} from check_results
     where account_id = $1 and check_id = $2 and id >= $3 and id < $4 and session_id = $5
     order by id`,
    [session.accountId, session.checkId, firstIdAt(startedAtMs), firstIdAt(startedAtMs + dayMs), session.id],
  )
  const packed = await findPackedOfSessions(db, [{ ...session, sessionId: session.id.toLowerCase() }])
  return mergedById(rows, packed, 'ascending')
}

/** How long these results took, in milliseconds. They are of triggered runs, which are never packed. */
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
