import type { Queryable } from '../database/queryable.ts'

/** The content of the code bundle that the check of a run refers to; null when it refers to no such bundle. */
export async function findBundleOfRun(
  db: Queryable,
  key: { readonly accountId: string; readonly checkId: string; readonly bundleId: string },
): Promise<{ readonly contentId: string; readonly sizeBytes: number; readonly sha256: string } | null> {
  const rows = await db.rows<{ contentId: string; sizeBytes: number; sha256: string }>(
    `select bundle.content_id, bundle.size_bytes, bundle.sha256 from code_bundles bundle
     join checks on checks.account_id = bundle.account_id and checks.id = $2
       and lower(checks.settings ->> 'codeBundlePath') = bundle.id::text
     where bundle.account_id = $1 and bundle.id = $3`,
    [key.accountId, key.checkId, key.bundleId],
  )
  return rows[0] ?? null
}
