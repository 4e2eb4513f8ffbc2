import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { CodeBundlesTable } from '../generated/tables.ts'
import { countUses, deleteUploads, keepUploads, lockEndedUploads, pinContent } from './kept-uploads.ts'
import type { EndedUploads, UploadKey, UsedUpload } from './kept-uploads.ts'

export type CodeBundleRow = CodeBundlesTable
export type NewCodeBundle = Omit<CodeBundlesTable, 'contentId'>

/**
 * Makes stored content a code bundle and keeps it until `keptUntil`. Returns the bundle that the account has of this
 * content, `isNew` when this call made it; null when the content is no longer stored.
 */
export async function insertCodeBundle(
  tx: Queryable,
  bundle: NewCodeBundle,
): Promise<{ readonly bundle: CodeBundleRow; readonly isNew: boolean } | null> {
  const contentId = await pinContent(tx, bundle)
  if (contentId === undefined) return null
  const [row] = await tx.rows<CodeBundleRow>(
    `insert into code_bundles as bundle
       (account_id, id, content_id, sha256, size_bytes, unpacked_bytes, file_count, created_at, kept_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, content_id) do update set kept_until = greatest(bundle.kept_until, $9)
     returning *`,
    [
      bundle.accountId,
      bundle.id,
      contentId,
      bundle.sha256,
      bundle.sizeBytes,
      bundle.unpackedBytes,
      bundle.fileCount,
      bundle.createdAt,
      bundle.keptUntil,
    ],
  )
  return row === undefined ? null : { bundle: row, isNew: row.id === bundle.id }
}

/** One page of code bundles, the latest first, and the number of all. */
export const listCodeBundles = (
  db: Queryable,
  accountId: string,
  page: PageWindow,
): Promise<CountedPage<CodeBundleRow>> =>
  countedPage(
    db,
    { from: 'code_bundles where account_id = $1', order: 'created_at desc, id desc', values: [accountId] },
    page,
  )

export async function findCodeBundle(db: Queryable, accountId: string, id: string): Promise<CodeBundleRow | null> {
  const [row] = await db.rows<CodeBundleRow>(`select * from code_bundles where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return row ?? null
}

/** Whether the account has the bundle, which then stays until the transaction ends. */
export const holdCodeBundle = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `select 1 from code_bundles where account_id = $1 and id = $2 for key share`, [accountId, id])

/** How many checks refer to a bundle, which is locked; null when there is none. */
export async function lockCodeBundle(tx: Queryable, accountId: string, id: string): Promise<number | null> {
  await findsAny(tx, `select 1 from code_bundles where account_id = $1 and id = $2 for update`, [accountId, id])
  // A separate statement, which sees the checks that were saved while the first one waited.
  const [row] = await countUses(tx, 'codeBundles', [{ accountId, id }])
  return row?.checks ?? null
}

export const lockEndedCodeBundles = (tx: Queryable, ended: EndedUploads): Promise<UsedUpload[]> =>
  lockEndedUploads(tx, 'codeBundles', ended)
export const keepCodeBundles = (tx: Queryable, keys: readonly UploadKey[], until: Date): Promise<unknown> =>
  keepUploads(tx, 'codeBundles', keys, until)
export const deleteCodeBundles = (tx: Queryable, keys: readonly UploadKey[], contentUntil: Date): Promise<unknown> =>
  deleteUploads(tx, 'codeBundles', keys, contentUntil)
