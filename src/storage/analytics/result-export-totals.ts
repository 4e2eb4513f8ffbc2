import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import { dayMs } from '#kernel'

/** The total of a series that a receiver was told last. */
export interface ExportTotal {
  readonly accountId: string
  /** The hash of its attributes. */
  readonly series: string
  readonly startedAt: Date
  readonly count: number
  /** Seconds. */
  readonly sum: number
  readonly buckets: readonly number[]
}

/** A series that gets nothing for so long begins again. */
const keptMs = 30 * dayMs

interface NamedSeries {
  readonly accountId: string
  readonly key: string
}

/** The totals of these series by their hashes; those of which nothing was told are absent. */
export async function findExportTotals(
  db: Queryable,
  receiver: string,
  series: readonly NamedSeries[],
): Promise<ReadonlyMap<string, ExportTotal>> {
  const rows = await db.rows<ExportTotal>(
    `select total.account_id, total.series, started_at, count::float8 as count, sum, buckets::float8[] as buckets
     from unnest($2::uuid[], $3::text[]) as asked (account_id, series)
     join result_export_totals total on total.account_id = asked.account_id and total.receiver = $1
       and total.series = asked.series`,
    [receiver, series.map(({ accountId }) => accountId), series.map(({ key }) => key)],
  )
  return new Map(rows.map((row) => [row.series, row]))
}

/** Replaces the totals of these series, and forgets those of their accounts that are too old. */
export async function saveExportTotals(
  tx: Queryable,
  receiver: string,
  totals: readonly ExportTotal[],
  now: Date,
): Promise<void> {
  await tx.rows(
    `insert into result_export_totals (account_id, receiver, series, started_at, count, sum, buckets, updated_at)
     select account_id, $1, series, started_at, count, sum, buckets, $3
     from jsonb_to_recordset($2::jsonb) as given (account_id uuid, series text, started_at timestamptz, count bigint,
       sum double precision, buckets bigint[])
     where exists (select from accounts where accounts.id = given.account_id)
     on conflict (account_id, receiver, series) do update set started_at = excluded.started_at, count = excluded.count,
       sum = excluded.sum, buckets = excluded.buckets, updated_at = excluded.updated_at`,
    [receiver, recordset(totals), now],
  )
  await tx.rows(
    `delete from result_export_totals where account_id = any($1::uuid[]) and receiver = $2 and updated_at < $3`,
    [[...new Set(totals.map(({ accountId }) => accountId))], receiver, new Date(now.getTime() - keptMs)],
  )
}
