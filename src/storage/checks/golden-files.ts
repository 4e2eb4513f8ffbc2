import type { Queryable } from '../database/queryable.ts'
import type { GoldenFilesTable } from '../generated/tables.ts'
import { deleteUploads, keepUploads, lockEndedUploads, pinContent } from './kept-uploads.ts'
import type { EndedUploads, UploadKey, UsedUpload } from './kept-uploads.ts'

export type GoldenFileRow = GoldenFilesTable
export type NewGoldenFile = Omit<GoldenFilesTable, 'contentId'>

/**
 * Makes stored content a golden file and keeps it until `keptUntil`. Returns the golden file that the account has of this
 * content, which has the given id when this call made it; null when the content is no longer stored.
 */
export async function insertGoldenFile(tx: Queryable, file: NewGoldenFile): Promise<GoldenFileRow | null> {
  const contentId = await pinContent(tx, file)
  if (contentId === undefined) return null
  const [row] = await tx.rows<GoldenFileRow>(
    `insert into golden_files as file (account_id, id, content_id, sha256, size_bytes, created_at, kept_until)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, content_id) do update set kept_until = greatest(file.kept_until, $7)
     returning *`,
    [file.accountId, file.id, contentId, file.sha256, file.sizeBytes, file.createdAt, file.keptUntil],
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

export const lockEndedGoldenFiles = (tx: Queryable, ended: EndedUploads): Promise<UsedUpload[]> =>
  lockEndedUploads(tx, 'goldenFiles', ended)
export const keepGoldenFiles = (tx: Queryable, keys: readonly UploadKey[], until: Date): Promise<unknown> =>
  keepUploads(tx, 'goldenFiles', keys, until)
export const deleteGoldenFiles = (tx: Queryable, keys: readonly UploadKey[], contentUntil: Date): Promise<unknown> =>
  deleteUploads(tx, 'goldenFiles', keys, contentUntil)
