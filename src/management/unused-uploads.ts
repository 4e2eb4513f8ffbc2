import { dayMs, hourMs } from '#kernel'
import {
  deleteCodeBundles,
  deleteGoldenFiles,
  keepCodeBundles,
  keepGoldenFiles,
  lockEndedCodeBundles,
  lockEndedGoldenFiles,
} from '#storage/checks'
import type { Store } from '#storage/database'

/** How long an upload is kept after the last time that a check was seen to refer to it. */
export const unusedMs = 7 * dayMs
/** Runs that began before an upload was deleted may still read it. */
export const contentMs = hourMs
const batch = 200

const statements = {
  codeBundles: { lockEnded: lockEndedCodeBundles, keep: keepCodeBundles, remove: deleteCodeBundles },
  goldenFiles: { lockEnded: lockEndedGoldenFiles, keep: keepGoldenFiles, remove: deleteGoldenFiles },
}

/**
 * Deletes uploads to which no check has referred for a week, and keeps the others for another week. Returns how many
 * were due; call it again while it is not 0.
 */
export const deleteUnusedUploads = (store: Store, kind: keyof typeof statements, nowMs: number): Promise<number> =>
  store.db.transaction(async (tx) => {
    const { lockEnded, keep, remove } = statements[kind]
    const due = await lockEnded(tx, { now: new Date(nowMs), limit: batch })
    const used = due.filter(({ checks }) => checks > 0)
    const unused = due.filter(({ checks }) => checks === 0)
    if (used.length > 0) await keep(tx, used, new Date(nowMs + unusedMs))
    if (unused.length > 0) await remove(tx, unused, new Date(nowMs + contentMs))
    return due.length
  })
