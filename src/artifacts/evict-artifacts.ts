import { deleteFilesOfPassedRuns, discardContents, forgetLastResults, lockContents } from '#storage/runs'
import type { Queryable } from '#storage/database'

const filesAtOnce = 200
const maxRounds = 50

/**
 * Deletes files of passed runs, the oldest first, until this many bytes are free; returns how many are. Content that
 * other files have too stays. Needs the lock of the usage.
 */
export async function evictArtifacts(
  tx: Queryable,
  { accountId, bytes, now }: { readonly accountId: string; readonly bytes: number; readonly now: Date },
): Promise<number> {
  let freed = 0
  for (let round = 0; round < maxRounds && freed < bytes; round += 1) {
    const contentIds = await deleteFilesOfPassedRuns(tx, {
      accountId,
      bytes: bytes - freed,
      limit: filesAtOnce,
    })
    if (contentIds.length === 0) break
    const unreferenced = await lockContents(tx, accountId, contentIds)
    const ids = unreferenced.map(({ id }) => id)
    await forgetLastResults(tx, accountId, ids)
    // What is pinned may be referred to by a report that is on its way; it is discarded when that time is over.
    const free = unreferenced.filter(({ isPinned }) => !isPinned(now)).map(({ id }) => id)
    freed += (await discardContents(tx, accountId, free, now)).storedBytes
  }
  return freed
}
