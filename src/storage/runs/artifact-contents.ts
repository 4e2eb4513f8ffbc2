import { firstIdAt } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { ArtifactContentsTable, ArtifactUsageTable } from '../generated/tables.ts'

export interface ContentKey {
  readonly accountId: string
  readonly id: string
}

export type StoredUsage = Pick<ArtifactUsageTable, 'storedBytes' | 'storedFiles'>

/** Locks the usage of an account until the end of the transaction, so that its content changes in one place at a time. */
export async function lockArtifactUsage(tx: Queryable, accountId: string): Promise<StoredUsage> {
  const [row] = await tx.rows<StoredUsage>(
    `insert into artifact_usage as usage (account_id) values ($1)
     on conflict (account_id) do update set stored_bytes = usage.stored_bytes
     returning stored_bytes, stored_files`,
    [accountId],
  )
  return row ?? { storedBytes: 0, storedFiles: 0 }
}

const change = `update artifact_usage set stored_bytes = stored_bytes + $2, stored_files = stored_files + $3
  where account_id = $1`

export type ContentPin = Pick<ArtifactContentsTable, 'accountId' | 'sha256' | 'sizeBytes' | 'pinnedUntil'>

/** The id of the same content if the account has it. It stays at least until `pinnedUntil`. */
export async function pinStoredContent(tx: Queryable, content: ContentPin): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(
    `update artifact_contents set pinned_until = greatest(pinned_until, $4)
     where account_id = $1 and sha256 = $2 and size_bytes = $3 and stored_at is not null and discarded_at is null
     returning id`,
    [content.accountId, content.sha256, content.sizeBytes, content.pinnedUntil],
  )
  return row?.id ?? null
}

/** Reserves room for content that is about to be uploaded. Needs the lock of the usage. */
export async function reserveContent(
  tx: Queryable,
  content: ContentPin & Pick<ArtifactContentsTable, 'id' | 'createdAt'>,
): Promise<void> {
  await tx.rows(
    `insert into artifact_contents (account_id, id, sha256, size_bytes, created_at, pinned_until)
     values ($1, $2, $3, $4, $5, $6)`,
    [content.accountId, content.id, content.sha256, content.sizeBytes, content.createdAt, content.pinnedUntil],
  )
  await tx.rows(change, [content.accountId, content.sizeBytes, 1])
}

/** Whether the reservation was still there; its content may be referred to from now on. */
export async function markContentStored(tx: Queryable, key: ContentKey, storedAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update artifact_contents set stored_at = $3
     where account_id = $1 and id = $2 and stored_at is null and discarded_at is null`,
    [key.accountId, key.id, storedAt],
  )
  return rowCount > 0
}

/** Gives content up: it can no longer be referred to, and its object may be deleted. Needs the lock of the usage. */
export async function discardContents(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
  discardedAt: Date,
): Promise<StoredUsage> {
  const [row] = await tx.rows<StoredUsage>(
    `with discarded as (
       update artifact_contents set discarded_at = $3
       where account_id = $1 and id = any($2::uuid[]) and discarded_at is null returning size_bytes)
     select coalesce(sum(size_bytes), 0)::bigint as stored_bytes, count(*) as stored_files from discarded`,
    [accountId, ids, discardedAt],
  )
  const freed = row ?? { storedBytes: 0, storedFiles: 0 }
  await tx.rows(change, [accountId, -freed.storedBytes, -freed.storedFiles])
  return freed
}

/**
 * Content to which nothing can refer any more: uploads that died, files of reports that were not accepted, and content
 * of results before `resultsFromMs`, if given. Grouped by account, in the order of the ids.
 */
export const listUnreferencedContents = async (
  db: Queryable,
  options: { readonly now: Date; readonly resultsFromMs: number | null; readonly limit: number },
): Promise<ContentKey[]> => {
  const never = await db.rows<ContentKey>(
    `select account_id, id from artifact_contents
     where last_result_id is null and discarded_at is null and pinned_until <= $1 order by pinned_until limit $2`,
    [options.now, options.limit],
  )
  if (options.resultsFromMs === null) return never
  const past = await db.rows<ContentKey>(
    `select account_id, id from artifact_contents
     where last_result_id < $1 and discarded_at is null and pinned_until <= $2 order by last_result_id limit $3`,
    [firstIdAt(options.resultsFromMs), options.now, options.limit],
  )
  return [...never, ...past]
}

/**
 * Locks content that nobody works on, and says which of it no file, code bundle and golden file has any more. What still has files gets its latest
 * result again. Needs the lock of the usage.
 */
export async function lockContents(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly isPinned: (now: Date) => boolean }[]> {
  const locked = await tx.rows<{ id: string; pinnedUntil: Date }>(
    `select id, pinned_until from artifact_contents
     where account_id = $1 and id = any($2::uuid[]) and discarded_at is null
     order by id for update skip locked`,
    [accountId, ids],
  )
  // A separate statement, which sees the files that were added while the first one waited.
  const referenced = await tx.rows<{ contentId: string }>(
    `with referenced as (
       select content_id, max(result_id::text)::uuid as result_id from artifacts
       where account_id = $1 and content_id = any($2::uuid[]) group by content_id)
     update artifact_contents content set last_result_id = referenced.result_id
     from referenced where content.account_id = $1 and content.id = referenced.content_id
     returning content.id as content_id`,
    [accountId, locked.map(({ id }) => id)],
  )
  const bundled = await tx.rows<{ contentId: string }>(
    `select content_id from code_bundles where account_id = $1 and content_id = any($2::uuid[])
     union all select content_id from golden_files where account_id = $1 and content_id = any($2::uuid[])`,
    [accountId, locked.map(({ id }) => id)],
  )
  const kept = new Set([...referenced, ...bundled].map(({ contentId }) => contentId))
  return locked
    .filter(({ id }) => !kept.has(id))
    .map(({ id, pinnedUntil }) => ({ id, isPinned: (now) => pinnedUntil.getTime() > now.getTime() }))
}

/** Content that lost its last file counts as never referred to. Needs the locks of `lockContents`. */
export const forgetLastResults = (tx: Queryable, accountId: string, ids: readonly string[]): Promise<unknown> =>
  tx.rows(`update artifact_contents set last_result_id = null where account_id = $1 and id = any($2::uuid[])`, [
    accountId,
    ids,
  ])

/** Content that was given up, whose objects have to be deleted, the longest waiting first. */
export const listDiscardedContents = (db: Queryable, limit: number): Promise<ContentKey[]> =>
  db.rows(
    `select account_id, id from artifact_contents where discarded_at is not null order by discarded_at limit $1`,
    [limit],
  )

/** Forgets content whose objects are deleted. */
export const deleteDiscardedContents = (db: Queryable, keys: readonly ContentKey[]): Promise<unknown> =>
  db.rows(
    `delete from artifact_contents content
     using unnest($1::uuid[], $2::uuid[]) as gone (account_id, id)
     where content.account_id = gone.account_id and content.id = gone.id and content.discarded_at is not null`,
    [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id)],
  )

/** Which of these objects belong to content that is known, given up or not. */
export async function listKnownContents(db: Queryable, keys: readonly ContentKey[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    `select content.id from artifact_contents content
     join unnest($1::uuid[], $2::uuid[]) as stored (account_id, id)
       on content.account_id = stored.account_id and content.id = stored.id`,
    [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The stored amount of all accounts together. */
export async function totalArtifactUsage(db: Queryable): Promise<StoredUsage> {
  const [row] = await db.rows<StoredUsage>(
    `select coalesce(sum(stored_bytes), 0)::bigint as stored_bytes, coalesce(sum(stored_files), 0)::bigint as stored_files
     from artifact_usage`,
  )
  return row ?? { storedBytes: 0, storedFiles: 0 }
}
