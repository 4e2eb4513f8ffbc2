import { sweepContents, sweepLeftovers, sweepUploads } from '#artifacts'
import type { ArtifactTools } from '#artifacts'
import { mayDeleteOldData } from '#runs'
import { deleteUnusedUploads } from '#management'
import { dayMs, hourMs, minuteMs } from '#kernel'
import type { Loop } from './run-loop.ts'

const leftoversEveryMs = dayMs
/** Not at the start: an operator who restores a backup may need a moment. */
const firstLeftoversAfterMs = hourMs

/**
 * Deletes files of runs, code bundles and golden files that nothing refers to any more, and finds out whether the artifact store works. Each of several
 * processes may run it.
 */
export function artifactLoop(tools: ArtifactTools, retentionDays: number): Loop {
  const { clock, store, blobs, health, log } = tools
  let leftoversAt = clock.now() + firstLeftoversAfterMs
  /** Whether the store works; a store that is away is no failure of this loop. */
  const isWorking = async (): Promise<boolean> => {
    try {
      await blobs.check()
      health.succeeded()
      return true
    } catch (error) {
      if (health.problem === null) log.warn({ error: String(error) }, 'The artifact store does not work')
      health.failed(error)
      return false
    }
  }
  return {
    name: 'artifacts',
    async iteration() {
      const nowMs = clock.now()
      const mayDelete = await mayDeleteOldData(store.db, nowMs)
      if (!(await isWorking())) return minuteMs
      if (mayDelete && (await deleteUnused(store, nowMs)) > 0) return 0
      await sweepUploads(tools)
      const deleted = await sweepContents(tools, mayDelete ? nowMs - retentionDays * dayMs : null)
      if (deleted > 0) return 0
      if (!mayDelete || nowMs < leftoversAt) return minuteMs
      leftoversAt = nowMs + leftoversEveryMs
      const leftovers = await sweepLeftovers(tools)
      if (leftovers > 0) log.info({ leftovers }, 'Deleted objects of the artifact store that no result has')
      return minuteMs
    },
  }
}

const deleteUnused = async (store: ArtifactTools['store'], nowMs: number): Promise<number> =>
  (await deleteUnusedUploads(store, 'codeBundles', nowMs)) + (await deleteUnusedUploads(store, 'goldenFiles', nowMs))
