import type { ArtifactKind } from '#contract'
import { firstIdAt } from '#kernel'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import type { ArtifactsTable } from '../generated/tables.ts'

export type ArtifactRow = Narrowed<ArtifactsTable, { readonly kind: ArtifactKind }>
export type NewArtifact = Omit<ArtifactRow, 'contentId'>

const columns = `account_id, result_id, id, check_id, name, kind, content_type, size_bytes, sha256, is_of_passed_run,
  created_at`

/** Locked in the order of the ids, so that batches cannot wait for each other. */
const insert = `
with given as materialized (
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[],
    $9::text[], $10::boolean[], $11::timestamptz[]) as given (${columns})),
content as materialized (
  select content.account_id, content.id, content.sha256, content.size_bytes from artifact_contents content
  where (content.account_id, content.sha256) in (select account_id, sha256 from given)
    and content.stored_at is not null and content.discarded_at is null
  order by content.account_id, content.id for update),
added as (
  insert into artifacts (${columns}, content_id)
  select given.*, content.id from given
  join content on content.account_id = given.account_id and content.sha256 = given.sha256
    and content.size_bytes = given.size_bytes
  on conflict (account_id, result_id, id) do nothing
  returning account_id, content_id, result_id, id),
latest as (select account_id, content_id, max(result_id::text)::uuid as result_id from added group by 1, 2),
referred as (
  update artifact_contents content set last_result_id = greatest(content.last_result_id, latest.result_id)
  from latest where content.account_id = latest.account_id and content.id = latest.content_id)
select id from added`

/**
 * Makes stored content files of results. Content that is no longer stored is left out; returns the ids of the files that
 * were added. Call it in the transaction that accepts the reports.
 */
export async function insertArtifacts(tx: Queryable, artifacts: readonly NewArtifact[]): Promise<Set<string>> {
  if (artifacts.length === 0) return new Set()
  const rows = await tx.namedRows<{ id: string }>('insert-artifacts', insert, [
    artifacts.map((row) => row.accountId),
    artifacts.map((row) => row.resultId),
    artifacts.map((row) => row.id),
    artifacts.map((row) => row.checkId),
    artifacts.map((row) => row.name),
    artifacts.map((row) => row.kind),
    artifacts.map((row) => row.contentType),
    artifacts.map((row) => row.sizeBytes),
    artifacts.map((row) => row.sha256),
    artifacts.map((row) => row.isOfPassedRun),
    artifacts.map((row) => row.createdAt),
  ])
  return new Set(rows.map(({ id }) => id))
}

/** They may be deleted to make room for others. */
export const markFilesOfPassedRun = (tx: Queryable, accountId: string, resultId: string): Promise<unknown> =>
  tx.rows(`update artifacts set is_of_passed_run = true where account_id = $1 and result_id = $2`, [
    accountId,
    resultId,
  ])

/** The files of one result, in the order in which they were stored. */
export const listArtifacts = (db: Queryable, accountId: string, resultId: string): Promise<ArtifactRow[]> =>
  db.rows(`select * from artifacts where account_id = $1 and result_id = $2 order by id`, [accountId, resultId])

export async function findArtifact(
  db: Queryable,
  key: { readonly accountId: string; readonly resultId: string; readonly id: string },
): Promise<ArtifactRow | null> {
  const rows = await db.rows<ArtifactRow>(
    `select * from artifacts where account_id = $1 and result_id = $2 and id = $3
       and exists (select from accounts where accounts.id = $1)`,
    [key.accountId, key.resultId, key.id],
  )
  return rows[0] ?? null
}

/**
 * Deletes the oldest files of passed runs of an account, as many as have `bytes` together and at most `limit`. Returns the
 * content that they had. Needs the lock of the usage.
 */
export const deleteFilesOfPassedRuns = async (
  tx: Queryable,
  { accountId, bytes, limit }: { readonly accountId: string; readonly bytes: number; readonly limit: number },
): Promise<string[]> => {
  const rows = await tx.rows<{ contentId: string }>(
    `with oldest as (
       select result_id, id, size_bytes from artifacts where account_id = $1 and is_of_passed_run
       order by result_id, id limit $2),
     summed as (
       select result_id, id, sum(size_bytes) over (order by result_id, id) - size_bytes as bytes_before from oldest)
     delete from artifacts using summed
     where artifacts.account_id = $1 and artifacts.result_id = summed.result_id and artifacts.id = summed.id
       and summed.bytes_before < $3
     returning artifacts.content_id`,
    [accountId, limit, bytes],
  )
  return [...new Set(rows.map(({ contentId }) => contentId))]
}

/** Deletes files of results before that time for which no day was prepared; the days are dropped as a whole. */
export const deleteStrayArtifacts = (db: Queryable, resultsFromMs: number): Promise<unknown> =>
  db.rows(`delete from artifacts_default where result_id < $1`, [firstIdAt(resultsFromMs)])

/** The account and the check of a run that this lease holds; null when it was lost. */
export async function findLeasedRun(
  db: Queryable,
  lease: { readonly taskId: string; readonly leaseToken: string },
): Promise<{ readonly accountId: string; readonly checkId: string } | null> {
  const rows = await db.rows<{ accountId: string; checkId: string }>(
    `select account_id, check_id from run_tasks where id = $1 and lease_token = $2`,
    [lease.taskId, lease.leaseToken],
  )
  return rows[0] ?? null
}
