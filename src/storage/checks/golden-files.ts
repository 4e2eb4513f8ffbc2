import type { CheckType } from '#contract'
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

export interface CheckWithGoldenFiles {
  readonly checkId: string
  readonly name: string
  readonly checkType: CheckType
  readonly files: number
  readonly bytes: number
  readonly lastResultId: string | null
}

/** The checks of an account that have golden files, by name. Files of other tools count, without their size. */
export const listChecksWithGoldenFiles = (db: Queryable, accountId: string): Promise<CheckWithGoldenFiles[]> =>
  db.rows<{ [K in keyof CheckWithGoldenFiles]: CheckWithGoldenFiles[K] }>(
    `select checks.id as check_id, checks.name, checks.check_type, count(*)::int as files,
       coalesce(sum(file.size_bytes), 0)::bigint as bytes, state.last_result_id
     from checks
     cross join lateral jsonb_array_elements(checks.settings -> 'snapshots') as snapshot
     left join golden_files file on file.account_id = checks.account_id and file.id::text = snapshot ->> 'key'
     left join check_states state on state.check_id = checks.id
     where checks.account_id = $1 and jsonb_typeof(checks.settings -> 'snapshots') = 'array'
     group by checks.id, checks.account_id, state.last_result_id
     order by folded(checks.name), checks.id limit 1000`,
    [accountId],
  )

/** The result that a check had last; null without any. */
export async function findLastResultId(db: Queryable, accountId: string, checkId: string): Promise<string | null> {
  const rows = await db.rows<{ lastResultId: string | null }>(
    `select state.last_result_id from checks left join check_states state on state.check_id = checks.id
     where checks.account_id = $1 and checks.id = $2`,
    [accountId, checkId],
  )
  return rows[0]?.lastResultId ?? null
}
