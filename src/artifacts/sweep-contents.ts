import {
  deleteDiscardedContents,
  deleteStrayArtifacts,
  discardContents,
  listDiscardedContents,
  listUnreferencedContents,
  lockArtifactUsage,
  lockContents,
} from '#storage/runs'
import type { ContentKey } from '#storage/runs'
import type { ArtifactTools } from './artifact-tools.ts'

const batch = 500

/**
 * Deletes content that nothing refers to: of uploads that died, of reports that were not accepted, of files that made
 * room for others, and of results before `resultsFromMs`, if given. Returns how much there was; call it again while it is
 * not 0. Can end at any statement: what is left is found again.
 */
export async function sweepContents(
  tools: Pick<ArtifactTools, 'store' | 'blobs' | 'clock' | 'health'>,
  resultsFromMs: number | null,
): Promise<number> {
  const { db } = tools.store
  const now = new Date(tools.clock.now())
  if (resultsFromMs !== null) await deleteStrayArtifacts(db, resultsFromMs)
  const unreferenced = await listUnreferencedContents(db, { now, resultsFromMs, limit: batch })
  let discarded = 0
  for (const [accountId, keys] of Map.groupBy(unreferenced, (key) => key.accountId))
    discarded += await discardUnreferenced(tools, accountId, { keys, now })
  return discarded + (await deleteDiscarded(tools))
}

const discardUnreferenced = (
  { store }: Pick<ArtifactTools, 'store'>,
  accountId: string,
  { keys, now }: { readonly keys: readonly ContentKey[]; readonly now: Date },
): Promise<number> =>
  store.db.transaction(async (tx) => {
    await lockArtifactUsage(tx, accountId)
    const ids = keys.map(({ id }) => id)
    const free = (await lockContents(tx, accountId, ids)).filter(({ isPinned }) => !isPinned(now))
    const { storedFiles } = await discardContents(
      tx,
      accountId,
      free.map(({ id }) => id),
      now,
    )
    return storedFiles
  })

/** The row goes last, so that no object is forgotten. */
async function deleteDiscarded({
  store,
  blobs,
  health,
}: Pick<ArtifactTools, 'store' | 'blobs' | 'health'>): Promise<number> {
  const keys = await listDiscardedContents(store.db, batch)
  if (keys.length === 0) return 0
  try {
    await blobs.delete(keys)
  } catch (error) {
    // The rows stay, so that it is tried again.
    health.failed(error)
    return 0
  }
  await deleteDiscardedContents(store.db, keys)
  return keys.length
}
