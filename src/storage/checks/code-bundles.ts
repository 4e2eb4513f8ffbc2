import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { CodeBundlesTable } from '../generated/tables.ts'

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
  const [content] = await tx.rows<{ id: string }>(
    `update artifact_contents set pinned_until = greatest(pinned_until, $4)
     where account_id = $1 and sha256 = $2 and size_bytes = $3 and stored_at is not null and discarded_at is null
     returning id`,
    [bundle.accountId, bundle.sha256, bundle.sizeBytes, bundle.keptUntil],
  )
  if (content === undefined) return null
  const [row] = await tx.rows<CodeBundleRow>(
    `insert into code_bundles as bundle
       (account_id, id, content_id, sha256, size_bytes, unpacked_bytes, file_count, created_at, kept_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, content_id) do update set kept_until = greatest(bundle.kept_until, $9)
     returning *`,
    [
      bundle.accountId,
      bundle.id,
      content.id,
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

const uses = `select count(*)::int from checks where checks.account_id = bundle.account_id and lower(settings ->> 'codeBundlePath') = bundle.id::text`

/** How many checks refer to a bundle, which is locked; null when there is none. */
export async function lockCodeBundle(tx: Queryable, accountId: string, id: string): Promise<number | null> {
  const key = [accountId, id]
  if (!(await findsAny(tx, `select 1 from code_bundles where account_id = $1 and id = $2 for update`, key))) return null
  // A separate statement, which sees the checks that were saved while the first one waited.
  const [row] = await tx.rows<{ checks: number }>(
    `select (${uses}) as checks from code_bundles bundle where account_id = $1 and id = $2`,
    key,
  )
  return row?.checks ?? null
}

/** Its content is kept as long as reports may refer to it, which `contentUntil` says. */
export const deleteCodeBundles = (
  tx: Queryable,
  accountId: string,
  { ids, contentUntil }: { readonly ids: readonly string[]; readonly contentUntil: Date },
): Promise<unknown> =>
  tx.rows(
    `with deleted as (
       delete from code_bundles where account_id = $1 and id = any($2::uuid[]) returning content_id)
     update artifact_contents content set pinned_until = least(content.pinned_until, $3)
     from deleted where content.account_id = $1 and content.id = deleted.content_id`,
    [accountId, ids, contentUntil],
  )

/**
 * Locks bundles whose time is over, the longest over first, and says how many checks refer to each. Bundles that others
 * work on are left out.
 */
export async function lockEndedCodeBundles(
  tx: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<{ readonly accountId: string; readonly id: string; readonly checks: number }[]> {
  const locked = await tx.rows<{ accountId: string; id: string }>(
    `select account_id, id from code_bundles where kept_until <= $1 order by kept_until limit $2
     for update skip locked`,
    [now, limit],
  )
  return tx.rows(
    `select bundle.account_id, bundle.id, (${uses}) as checks from code_bundles bundle
     join unnest($1::uuid[], $2::uuid[]) as locked (account_id, id)
       on bundle.account_id = locked.account_id and bundle.id = locked.id`,
    [locked.map(({ accountId }) => accountId), locked.map(({ id }) => id)],
  )
}

/** Keeps bundles and their content until a later time. */
export const keepCodeBundles = (
  tx: Queryable,
  keys: readonly { readonly accountId: string; readonly id: string }[],
  until: Date,
): Promise<unknown> =>
  tx.rows(
    `with kept as (
       update code_bundles bundle set kept_until = $3 from unnest($1::uuid[], $2::uuid[]) as given (account_id, id)
       where bundle.account_id = given.account_id and bundle.id = given.id
       returning bundle.account_id, bundle.content_id)
     update artifact_contents content set pinned_until = greatest(content.pinned_until, $3)
     from kept where content.account_id = kept.account_id and content.id = kept.content_id`,
    [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id), until],
  )
