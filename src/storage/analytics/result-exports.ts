import { firstIdAt } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { openResults, summaryColumns } from '../runs/check-results.ts'
import type { CheckResultRow, UnopenedResultRow } from '../runs/check-results.ts'
import { detailColumns } from '../details/open-details.ts'
import type { ResultExportsTable } from '../generated/tables.ts'
import { maxQueueToResultMs } from './hours.ts'

export type ResultExport = Narrowed<ResultExportsTable, object>

/**
 * Takes the export to a receiver for a while, unless another process has it or its next try is later. A receiver that
 * is new is sent what is stored from now on.
 */
export async function claimResultExport(
  db: Queryable,
  receiver: string,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<ResultExport | null> {
  await db.rows(
    `insert into result_exports (receiver, stored_at, result_id) values ($1, $2, $3) on conflict do nothing`,
    [receiver, now, firstIdAt(0)],
  )
  const [claimed] = await db.rows<{ [K in keyof ResultExport]: ResultExport[K] }>(
    `update result_exports set lease_until = $3
     where receiver = $1 and (lease_until is null or lease_until < $2) and (retry_at is null or retry_at <= $2)
     returning *`,
    [receiver, now, leaseUntil],
  )
  return claimed ?? null
}

export const saveResultExport = (db: Queryable, row: ResultExport): Promise<unknown> =>
  db.rows(
    `update result_exports set stored_at = $2, result_id = $3, lease_until = $4, retry_at = $5, failures = $6,
       problem = $7, sent = $8, dropped = $9 where receiver = $1`,
    [
      row.receiver,
      row.storedAt,
      row.resultId,
      row.leaseUntil,
      row.retryAt,
      row.failures,
      row.problem,
      row.sent,
      row.dropped,
    ],
  )

export const findResultExports = (db: Queryable): Promise<ResultExport[]> =>
  db.rows<{ [K in keyof ResultExport]: ResultExport[K] }>('select * from result_exports order by receiver')

export interface ExportSpan {
  readonly afterAt: Date
  readonly afterId: string
  /** The end, which is not in it. */
  readonly until: Date
}

const isInSpan = `id >= $4 and created_at >= $1 and (created_at, id) > ($1, $2::uuid) and created_at < $3
  and exists (select from accounts where accounts.id = check_results.account_id)`
const spanValues = ({ afterAt, afterId, until }: ExportSpan): unknown[] => [
  afterAt,
  afterId,
  until,
  firstIdAt(afterAt.getTime() - maxQueueToResultMs),
]

/** The first results of every account that were stored in a span, in the order of when they were stored. */
export const listExportedResults = async (db: Queryable, span: ExportSpan, limit: number): Promise<CheckResultRow[]> =>
  openResults(
    db,
    await db.rows<UnopenedResultRow>(
      `select ${summaryColumns}, ${detailColumns} from check_results where ${isInSpan} order by created_at, id limit $5`,
      [...spanValues(span), limit],
    ),
  )

export async function countExportedResults(db: Queryable, span: ExportSpan): Promise<number> {
  const [counted] = await db.rows<{ size: number }>(
    `select count(*)::int as size from check_results where ${isInSpan}`,
    spanValues(span),
  )
  return counted?.size ?? 0
}

/**
 * When the oldest transaction that may still store results began; null when there is none. Those that are older than
 * `from` are not among them: no statement of theirs may take so long.
 */
export async function findOldestWriter(db: Queryable, from: Date): Promise<Date | null> {
  const [oldest] = await db.rows<{ at: Date | null }>(
    `select min(xact_start) as at from pg_stat_activity
     where datname = current_database() and backend_xid is not null and xact_start >= $1`,
    [from],
  )
  return oldest?.at ?? null
}
