import { hourMs, invariant } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { encodeAlone } from '#packing'
import { decodeTexts } from '../details/open-details.ts'
import type { DetailRow } from '../details/open-details.ts'
import type { CheckResultsTable, ResultPacksTable } from '../generated/tables.ts'

/** Results larger than this as they are stored stay rows, so that a pack is opened quickly. */
const largestDetail = 100_000
/** Of one batch: what is read into memory, as it is stored. */
const limits = { results: 2_000, detailBytes: 4_000_000 } as const

const detailSize = 'coalesce(pg_column_size(detail), 4 * octet_length(detail_bytes))'

/** The number of the hour of an id since 1970. */
const hourOf = (id: string): string => `(('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint / ${hourMs})`

/**
 * The results that may be packed: passing ones of scheduled first attempts that were stored in the hour of their id, which is
 * that of their session too. Those with files, errors or groups of errors stay whole.
 */
const isPackable = `result.run_source = 'SCHEDULER' and result.result_type = 'FINAL' and result.attempt = 1
  and result.outcome = 'passed' and not result.has_errors and not result.over_max_response_time and result.error is null
  and not result.is_cancelled and result.error_group_ids = '{}' and result.measured is not null
  and ${hourOf('result.session_id')} = ${hourOf('result.id')}
  and date_part('epoch', result.created_at) * 1000 < (${hourOf('result.id')} + 1) * ${hourMs}
  and ${detailSize} <= ${largestDetail}
  and not exists (select from artifacts file where file.account_id = result.account_id and file.result_id = result.id
    and file.result_id >= $1 and file.result_id < $2)`

export interface PackingPlace {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
}

/** Ids of results: from the first on, before the second. */
export interface IdSpan {
  readonly fromId: string
  readonly beforeId: string
}

export type PackableResult = Pick<
  CheckResultsTable,
  | 'accountId'
  | 'checkId'
  | 'id'
  | 'sessionId'
  | 'sequenceId'
  | 'checkName'
  | 'checkType'
  | 'location'
  | 'statusCode'
  | 'responseTimeMs'
  | 'scheduledFor'
  | 'startedAt'
  | 'stoppedAt'
  | 'createdAt'
> & {
  /** As it is stored; null when the result stays a row. */
  readonly detail: string | null
  /** Of a result that stays a row: its detail without a base. Null when it needs none anyway. */
  readonly detailBytes: Buffer | null
}

export interface PackingBatch {
  /** In the order of account, check and id. */
  readonly results: readonly PackableResult[]
  /** Whether there are more behind them. */
  readonly isMore: boolean
}

/** The next recent results behind a place. */
export async function readPackingBatch(tx: Queryable, span: IdSpan, after: PackingPlace): Promise<PackingBatch> {
  const rows = await tx.rows<ReadResult>(
    `select account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, status_code,
       response_time_ms, scheduled_for, started_at, stopped_at, created_at,
       ${isPackable} as is_packable, case when ${isPackable} then detail::text end as text, detail_bytes, base_id
     from (select *, sum(${detailSize}) over (order by account_id, check_id, id) - ${detailSize} as before
       from (select * from recent_results where id >= $1 and id < $2 and (account_id, check_id, id) > ($3, $4, $5)
         order by account_id, check_id, id limit $6) as next) as result
     where before <= $7 order by account_id, check_id, id`,
    [span.fromId, span.beforeId, after.accountId, after.checkId, after.id, limits.results + 1, limits.detailBytes],
  )
  const isMore = rows.length > limits.results || (await isFollowed(tx, span, rows.at(-1)))
  const chosen = rows.slice(0, limits.results)
  const texts = await decodeTexts(
    tx,
    chosen.map((row) => ({ ...row, detail: null })),
  )
  return { results: chosen.map((row) => withDetail(row, texts.get(row.id))), isMore }
}

type ReadResult = Omit<PackableResult, 'detail' | 'detailBytes'> &
  Pick<DetailRow, 'detailBytes' | 'baseId'> & {
    readonly isPackable: boolean
    readonly text: string | null
  } & Record<string, unknown>

function withDetail(
  { isPackable, text, detailBytes, baseId, ...result }: ReadResult,
  decoded?: Buffer,
): PackableResult {
  invariant(detailBytes === null || decoded !== undefined, 'the base of a recent result is there as long as itself')
  const needsBytes = !isPackable && baseId !== null && decoded !== undefined
  return {
    ...result,
    detail: isPackable ? (decoded?.toString() ?? text) : null,
    detailBytes: needsBytes ? encodeAlone(decoded) : null,
  }
}

/** Whether there are recent results behind the last of a batch, which may have ended because of its size. */
async function isFollowed(tx: Queryable, span: IdSpan, last: PackingPlace | undefined): Promise<boolean> {
  if (last === undefined) return false
  const rows = await tx.rows(
    `select 1 from recent_results where id >= $1 and id < $2 and (account_id, check_id, id) > ($3, $4, $5) limit 1`,
    [span.fromId, span.beforeId, last.accountId, last.checkId, last.id],
  )
  return rows.length > 0
}

const keyOf = (results: readonly PackingPlace[]): unknown[] => [
  results.map(({ accountId }) => accountId),
  results.map(({ checkId }) => checkId),
  results.map(({ id }) => id),
]

const deleteRecent = `delete from recent_results result
  using unnest($3::uuid[], $4::uuid[], $5::uuid[]) as wanted (account_id, check_id, id)
  where result.account_id = wanted.account_id and result.check_id = wanted.check_id and result.id = wanted.id
    and result.id >= $1 and result.id < $2`

/** Moves recent results to where they stay rows. */
export async function moveToKept(tx: Queryable, span: IdSpan, results: readonly PackableResult[]): Promise<void> {
  if (results.length === 0) return
  await tx.rows(
    `with moved as (${deleteRecent} returning result.*)
     insert into check_results (${rowColumns}, detail_bytes, is_kept)
     select ${rowColumns}, coalesce(alone.bytes, detail_bytes), true
     from moved left join unnest($6::uuid[], $7::bytea[]) as alone (result_id, bytes) on result_id = moved.id`,
    [
      span.fromId,
      span.beforeId,
      ...keyOf(results),
      results.map(({ id }) => id),
      results.map(({ detailBytes }) => detailBytes),
    ],
  )
}

const rowColumns = `account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, run_source,
  result_type, attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, scheduled_for,
  started_at, stopped_at, created_at, detail, error_group_ids, measured, is_cancelled`

export const deletePacked = async (tx: Queryable, span: IdSpan, results: readonly PackingPlace[]): Promise<void> => {
  if (results.length > 0) await tx.rows(deleteRecent, [span.fromId, span.beforeId, ...keyOf(results)])
}

export async function insertPacks(tx: Queryable, packs: readonly ResultPacksTable[]): Promise<void> {
  if (packs.length === 0) return
  await tx.rows(
    `insert into result_packs (account_id, check_id, first_id, last_id, size, locations, location_sizes, heads, details)
     select account_id, check_id, first_id, last_id, size, locations::text[], location_sizes::int[], heads, details
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::text[], $8::bytea[], $9::bytea[])
       as pack (account_id, check_id, first_id, last_id, size, locations, location_sizes, heads, details)`,
    [
      packs.map(({ accountId }) => accountId),
      packs.map(({ checkId }) => checkId),
      packs.map(({ firstId }) => firstId),
      packs.map(({ lastId }) => lastId),
      packs.map(({ size }) => size),
      packs.map(({ locations }) => arrayText(locations)),
      packs.map(({ locationSizes }) => `{${locationSizes.join(',')}}`),
      packs.map(({ heads }) => heads),
      packs.map(({ details }) => details),
    ],
  )
}

/** An array of texts as PostgreSQL reads it; a location may have any character. */
const arrayText = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`

/** The last packed id of each check that has packs in a span of ids, as `account check`. */
export async function findLastPacked(
  tx: Queryable,
  span: IdSpan,
  checks: readonly Pick<PackingPlace, 'accountId' | 'checkId'>[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<Pick<ResultPacksTable, 'accountId' | 'checkId' | 'lastId'>>(
    `select distinct on (account_id, check_id) account_id, check_id, last_id
     from unnest($3::uuid[], $4::uuid[]) as wanted (account_id, check_id) join result_packs using (account_id, check_id)
     where first_id >= $1 and first_id < $2 order by account_id, check_id, last_id desc`,
    [span.fromId, span.beforeId, checks.map(({ accountId }) => accountId), checks.map(({ checkId }) => checkId)],
  )
  return new Map(rows.map(({ accountId, checkId, lastId }) => [`${accountId} ${checkId}`, lastId]))
}

/** Whether the packs of a span have as many results as there are recent ones. */
export async function arePacked(tx: Queryable, span: IdSpan): Promise<boolean> {
  const [counted] = await tx.rows<{ recent: number; packed: number }>(
    `select (select count(*) from recent_results where id >= $1 and id < $2)::int as recent,
       (select coalesce(sum(size), 0) from result_packs where first_id >= $1 and first_id < $2)::int as packed`,
    [span.fromId, span.beforeId],
  )
  return counted?.recent === counted?.packed
}

export const deletePacks = (tx: Queryable, span: IdSpan): Promise<unknown> =>
  tx.rows(`delete from result_packs where first_id >= $1 and first_id < $2`, [span.fromId, span.beforeId])
