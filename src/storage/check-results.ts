import type { CheckType, Outcome, RunSource } from '#contract'
import type { Queryable } from './queryable.ts'

export interface CheckResultRow {
  readonly account_id: string
  readonly check_id: string
  readonly id: string
  readonly session_id: string
  readonly sequence_id: string
  readonly check_name: string
  readonly check_type: CheckType
  readonly location: string
  readonly run_source: RunSource
  readonly result_type: 'FINAL' | 'ATTEMPT'
  readonly attempt: number
  readonly outcome: Outcome
  readonly has_errors: boolean
  readonly over_max_response_time: boolean
  readonly response_time_ms: number
  readonly status_code: number | null
  readonly error: string | null
  readonly scheduled_for: Date
  readonly started_at: Date
  readonly stopped_at: Date
  readonly created_at: Date
  readonly detail: Record<string, unknown>
}

const insert = `
insert into check_results (account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, run_source,
  result_type, attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, scheduled_for,
  started_at, stopped_at, created_at, detail)
select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[],
  $9::text[], $10::text[], $11::smallint[], $12::text[], $13::boolean[], $14::boolean[], $15::double precision[],
  $16::int[], $17::text[], $18::timestamptz[], $19::timestamptz[], $20::timestamptz[], $21::timestamptz[], $22::jsonb[])
on conflict do nothing`

/** Stores results; one that is there already stays as it is. */
export async function insertCheckResults(tx: Queryable, results: readonly CheckResultRow[]): Promise<void> {
  if (results.length === 0) return
  await tx.namedRows('insert-check-results', insert, [
    results.map((result) => result.account_id),
    results.map((result) => result.check_id),
    results.map((result) => result.id),
    results.map((result) => result.session_id),
    results.map((result) => result.sequence_id),
    results.map((result) => result.check_name),
    results.map((result) => result.check_type),
    results.map((result) => result.location),
    results.map((result) => result.run_source),
    results.map((result) => result.result_type),
    results.map((result) => result.attempt),
    results.map((result) => result.outcome),
    results.map((result) => result.has_errors),
    results.map((result) => result.over_max_response_time),
    results.map((result) => result.response_time_ms),
    results.map((result) => result.status_code),
    results.map((result) => result.error),
    results.map((result) => result.scheduled_for),
    results.map((result) => result.started_at),
    results.map((result) => result.stopped_at),
    results.map((result) => result.created_at),
    results.map((result) => JSON.stringify(withoutNul(result.detail))),
  ])
}

/** PostgreSQL's jsonb cannot hold U+0000; a target may well send it. */
function withoutNul(detail: Record<string, unknown>): unknown {
  const text = JSON.stringify(detail)
  return text.includes('\\u0000') ? JSON.parse(text.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd')) : detail
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

/** The results of one session, oldest first. Ids of a session lie within a day of its own id. */
export const listResultsOfSession = (
  db: Queryable,
  session: { accountId: string; checkId: string; id: string; idsBefore: string },
): Promise<Omit<CheckResultRow, 'detail'>[]> =>
  db.rows(
    `select account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, run_source, result_type,
       attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, scheduled_for,
       started_at, stopped_at, created_at
     from check_results
     where account_id = $1 and check_id = $2 and id >= $3 and id < $4 and session_id = $3
     order by id`,
    [session.accountId, session.checkId, session.id, session.idsBefore],
  )
