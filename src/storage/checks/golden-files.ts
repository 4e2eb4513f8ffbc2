import type { Queryable } from '../database/queryable.ts'
import type { GoldenFilesTable } from '../generated/tables.ts'

export type GoldenFileRow = GoldenFilesTable
export type NewGoldenFile = Omit<GoldenFilesTable, 'contentId'>

/**
 * Makes stored content a golden file and keeps it until `keptUntil`. Returns the golden file that the account has of this
 * content, which has the given id when this call made it; null when the content is no longer stored.
 */
export async function insertGoldenFile(tx: Queryable, file: NewGoldenFile): Promise<GoldenFileRow | null> {
  const [content] = await tx.rows<{ id: string }>(
    `update artifact_contents set pinned_until = greatest(pinned_until, $4)
     where account_id = $1 and sha256 = $2 and size_bytes = $3 and stored_at is not null and discarded_at is null
     returning id`,
    [file.accountId, file.sha256, file.sizeBytes, file.keptUntil],
  )
  if (content === undefined) return null
  const [row] = await tx.rows<GoldenFileRow>(
    `insert into golden_files as file (account_id, id, content_id, sha256, size_bytes, created_at, kept_until)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, content_id) do update set kept_until = greatest(file.kept_until, $7)
     returning *`,
    [file.accountId, file.id, content.id, file.sha256, file.sizeBytes, file.createdAt, file.keptUntil],
  )
  return row ?? null
}

/** The golden files of an account with these keys; those that it does not have are absent. */
export const findGoldenFiles = (
  db: Queryable,
  accountId: string,
  keys: readonly string[],
): Promise<readonly GoldenFileRow[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : db.rows<GoldenFileRow>(`select * from golden_files where account_id = $1 and id = any($2::uuid[])`, [
        accountId,
        keys,
      ])

/** As `findGoldenFiles`; they stay until the transaction ends. */
export const holdGoldenFiles = (
  tx: Queryable,
  accountId: string,
  keys: readonly string[],
): Promise<readonly GoldenFileRow[]> =>
  tx.rows<GoldenFileRow>(
    `select * from golden_files where account_id = $1 and id = any($2::uuid[]) order by id for key share`,
    [accountId, keys],
  )

const isUsed = `exists (select from checks where checks.account_id = file.account_id
  and settings -> 'snapshots' is not null
  and settings -> 'snapshots' @> jsonb_build_array(jsonb_build_object('key', file.id::text)))`

/**
 * Locks golden files whose time is over, the longest over first, and says whether a check refers to each. Files that
 * others work on are left out.
 */
export async function lockEndedGoldenFiles(
  tx: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<{ readonly accountId: string; readonly id: string; readonly isUsed: boolean }[]> {
  const locked = await tx.rows<{ accountId: string; id: string }>(
    `select account_id, id from golden_files where kept_until <= $1 order by kept_until limit $2
     for update skip locked`,
    [now, limit],
  )
  // A separate statement, which sees the checks that were saved while the first one waited.
  return tx.rows(
    `select file.account_id, file.id, (${isUsed}) as is_used from golden_files file
     join unnest($1::uuid[], $2::uuid[]) as locked (account_id, id)
       on file.account_id = locked.account_id and file.id = locked.id`,
    [locked.map(({ accountId }) => accountId), locked.map(({ id }) => id)],
  )
}

type Keys = readonly { readonly accountId: string; readonly id: string }[]

/** Their content is kept as long as runs that began before may read it, which `contentUntil` says. */
export const deleteGoldenFiles = (tx: Queryable, keys: Keys, contentUntil: Date): Promise<unknown> =>
  tx.rows(
    `with deleted as (
       delete from golden_files file using unnest($1::uuid[], $2::uuid[]) as given (account_id, id)
       where file.account_id = given.account_id and file.id = given.id
       returning file.account_id, file.content_id)
     update artifact_contents content set pinned_until = least(content.pinned_until, $3)
     from deleted where content.account_id = deleted.account_id and content.id = deleted.content_id`,
    [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id), contentUntil],
  )

/** Keeps golden files and their content until a later time. */
export const keepGoldenFiles = (tx: Queryable, keys: Keys, until: Date): Promise<unknown> =>
  tx.rows(
    `with kept as (
       update golden_files file set kept_until = $3 from unnest($1::uuid[], $2::uuid[]) as given (account_id, id)
       where file.account_id = given.account_id and file.id = given.id
       returning file.account_id, file.content_id)
     update artifact_contents content set pinned_until = greatest(content.pinned_until, $3)
     from kept where content.account_id = kept.account_id and content.id = kept.content_id`,
    [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id), until],
  )
