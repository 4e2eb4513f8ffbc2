import type { Queryable } from '../database/queryable.ts'

export interface UploadKey {
  readonly accountId: string
  readonly id: string
}

/** Uploads that checks refer to: their table, and how many checks refer to its row `kept`. */
const tables = {
  codeBundles: {
    name: 'code_bundles',
    uses: `select count(*)::int from checks where checks.account_id = kept.account_id and lower(settings ->> 'codeBundlePath') = kept.id::text`,
  },
  goldenFiles: {
    name: 'golden_files',
    uses: `select count(*)::int from checks where checks.account_id = kept.account_id and settings -> 'snapshots' is not null
      and settings -> 'snapshots' @> jsonb_build_array(jsonb_build_object('key', kept.id::text))`,
  },
} as const
type KeptUploads = keyof typeof tables

/** An upload, and how many checks refer to it. */
export interface UsedUpload extends UploadKey {
  readonly checks: number
}

/** Those whose time is over, at most so many. */
export interface EndedUploads {
  readonly now: Date
  readonly limit: number
}

/** Keeps stored content of an account at least until `keptUntil`; its id, or undefined when it is no longer stored. */
export async function pinContent(
  tx: Queryable,
  {
    accountId,
    sha256,
    sizeBytes,
    keptUntil,
  }: Omit<UploadKey, 'id'> & { sha256: string; sizeBytes: number; keptUntil: Date },
): Promise<string | undefined> {
  const [content] = await tx.rows<{ id: string }>(
    `update artifact_contents set pinned_until = greatest(pinned_until, $4)
     where account_id = $1 and sha256 = $2 and size_bytes = $3 and stored_at is not null and discarded_at is null
     returning id`,
    [accountId, sha256, sizeBytes, keptUntil],
  )
  return content?.id
}

/** How many checks refer to each of these uploads that exist. */
export const countUses = (tx: Queryable, kind: KeptUploads, keys: readonly UploadKey[]): Promise<UsedUpload[]> =>
  tx.rows(
    `select kept.account_id, kept.id, (${tables[kind].uses}) as checks from ${tables[kind].name} kept
     join unnest($1::uuid[], $2::uuid[]) as given (account_id, id) on kept.account_id = given.account_id and kept.id = given.id`,
    columnsOf(keys),
  )

/**
 * Locks uploads whose time is over, the longest over first, and counts the checks that refer to each. Those that others
 * work on are left out.
 */
export async function lockEndedUploads(
  tx: Queryable,
  kind: KeptUploads,
  { now, limit }: EndedUploads,
): Promise<UsedUpload[]> {
  const locked = await tx.rows<UploadKey>(
    `select account_id, id from ${tables[kind].name} where kept_until <= $1 order by kept_until limit $2 for update skip locked`,
    [now, limit],
  )
  // A separate statement, which sees the checks that were saved while the first one waited.
  return countUses(tx, kind, locked)
}

/** Their content is kept as long as runs and reports may refer to it, which `contentUntil` says. */
export const deleteUploads = (
  tx: Queryable,
  kind: KeptUploads,
  keys: readonly UploadKey[],
  contentUntil: Date,
): Promise<unknown> =>
  tx.rows(
    `with deleted as (
       delete from ${tables[kind].name} kept using unnest($1::uuid[], $2::uuid[]) as given (account_id, id)
       where kept.account_id = given.account_id and kept.id = given.id
       returning kept.account_id, kept.content_id)
     update artifact_contents content set pinned_until = least(content.pinned_until, $3)
     from deleted where content.account_id = deleted.account_id and content.id = deleted.content_id`,
    [...columnsOf(keys), contentUntil],
  )

/** Keeps uploads and their content until a later time. */
export const keepUploads = (
  tx: Queryable,
  kind: KeptUploads,
  keys: readonly UploadKey[],
  until: Date,
): Promise<unknown> =>
  tx.rows(
    `with kept as (
       update ${tables[kind].name} kept set kept_until = $3 from unnest($1::uuid[], $2::uuid[]) as given (account_id, id)
       where kept.account_id = given.account_id and kept.id = given.id
       returning kept.account_id, kept.content_id)
     update artifact_contents content set pinned_until = greatest(content.pinned_until, $3)
     from kept where content.account_id = kept.account_id and content.id = kept.content_id`,
    [...columnsOf(keys), until],
  )

const columnsOf = (keys: readonly UploadKey[]) => [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id)]
