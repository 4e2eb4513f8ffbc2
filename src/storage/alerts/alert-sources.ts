import type { Outcome } from '#contract'
import { dayMs, firstIdAt, timeOfId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CheckResultsTable } from '../generated/tables.ts'
import { openDetails } from '../details/open-details.ts'
import type { DetailRow } from '../details/open-details.ts'
import { findLastGoodPacked } from '../packs/last-good-packed.ts'

/** How far back before a run a good one is looked for. */
const searchedMs = dayMs

export interface GoodRunQuery {
  readonly accountId: string
  readonly checkId: string
  /** The run that failed. */
  readonly resultId: string
  readonly location: string
  /** Epoch milliseconds: since when the check does not pass; runs after it are not read one by one. */
  readonly failingSinceMs: number
}

/** A longer body is not read: it would be for its shape alone. In characters. */
const longestBody = 32_768

/** A run without its request, and without the body of its answer if that is long. */
export type GoodRunRow = Narrowed<
  Pick<
    CheckResultsTable,
    | 'checkId'
    | 'id'
    | 'location'
    | 'outcome'
    | 'hasErrors'
    | 'attempt'
    | 'responseTimeMs'
    | 'error'
    | 'startedAt'
    | 'detail'
  >,
  {
    readonly outcome: Outcome
    readonly detail: Record<string, unknown>
  }
>

/** Of each question the last run in that location that passed before the check began to fail; none where there is none. */
export async function findLastGoodRuns(tx: Queryable, questions: readonly GoodRunQuery[]): Promise<GoodRunRow[]> {
  if (questions.length === 0) return []
  const before = ({ resultId, failingSinceMs }: GoodRunQuery): string =>
    firstIdAt(Math.min(timeOfId(resultId), failingSinceMs))
  const wanted = questions.map((question) => {
    const beforeId = before(question)
    return { ...question, beforeId, fromId: firstIdAt(timeOfId(beforeId) - searchedMs) }
  })
  const rows = await tx.rows<
    Omit<GoodRunRow, 'detail'> & Pick<DetailRow, keyof DetailRow> & { readonly position: number }
  >(
    `select requested.position::int, requested.account_id, good.*
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) with ordinality
       as requested (account_id, check_id, before_id, from_id, location, position)
     cross join lateral (
       select check_id, id, location, outcome, has_errors, attempt, response_time_ms, error, started_at,
         (case when length(detail #>> '{apiCheckResult,response,body}') > ${longestBody}
           then detail #- '{apiCheckResult,response,body}' else detail end) #- '{apiCheckResult,request}' as detail,
         detail_bytes, base_id
       from check_results result
       where result.account_id = requested.account_id and result.check_id = requested.check_id and result.id < requested.before_id
         and result.id >= requested.from_id and outcome in ('passed', 'degraded') and result_type = 'FINAL'
         and result.location = requested.location
       order by result.id desc limit 1) good`,
    [
      wanted.map(({ accountId }) => accountId),
      wanted.map(({ checkId }) => checkId),
      wanted.map(({ beforeId }) => beforeId),
      wanted.map(({ fromId }) => fromId),
      wanted.map(({ location }) => location),
    ],
  )
  const details = await openDetails(tx, rows)
  const rowAt = new Map(rows.map(({ position, ...row }) => [position - 1, row]))
  // A packed run is better only when it is later than the row.
  const packed = await findLastGoodPacked(
    tx,
    wanted.map((question, index) => ({ ...question, fromId: rowAt.get(index)?.id ?? question.fromId })),
  )
  return wanted.flatMap((_, index) => {
    const [row, packedRun] = [rowAt.get(index), packed[index]]
    if (packedRun) return [goodRunOf({ ...packedRun, outcome: 'passed' })]
    const detail = row && details.get(row.id)
    return row === undefined || detail === undefined ? [] : [goodRunOf({ ...row, detail })]
  })
}

const goodRunOf = (result: GoodRunRow): GoodRunRow => ({
  checkId: result.checkId,
  id: result.id,
  location: result.location,
  outcome: result.outcome,
  hasErrors: result.hasErrors,
  attempt: result.attempt,
  responseTimeMs: result.responseTimeMs,
  error: result.error,
  startedAt: result.startedAt,
  detail: shortened(result.detail),
})

/** As the statement leaves parts out of what it reads as JSON. */
function shortened(detail: Record<string, unknown>): Record<string, unknown> {
  const { apiCheckResult } = detail
  if (typeof apiCheckResult !== 'object' || apiCheckResult === null) return detail
  const { request: _request, ...shown }: Record<string, unknown> = { ...apiCheckResult }
  const { response } = shown
  if (typeof response !== 'object' || response === null) return { ...detail, apiCheckResult: shown }
  const { body, ...answer }: Record<string, unknown> = { ...response }
  if (typeof body === 'string' && body.length <= longestBody) return { ...detail, apiCheckResult: shown }
  return { ...detail, apiCheckResult: { ...shown, response: answer } }
}

/** When each heartbeat was pinged last, by check id. Heartbeats that never were are absent. */
export async function findLastPings(
  tx: Queryable,
  keys: readonly { readonly accountId: string; readonly checkId: string }[],
): Promise<Map<string, Date>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.rows<{ checkId: string; at: Date }>(
    `select ping.* from unnest($1::uuid[], $2::uuid[]) as requested (account_id, check_id)
     cross join lateral (
       select check_id, at from heartbeat_events event
       where event.account_id = requested.account_id and event.check_id = requested.check_id and state <> 'FAILING'
       order by id desc limit 1) ping`,
    [keys.map(({ accountId }) => accountId), keys.map(({ checkId }) => checkId)],
  )
  return new Map(rows.map((row) => [row.checkId, row.at]))
}
