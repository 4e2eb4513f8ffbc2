import { minuteMs } from '#kernel'
import { deleteWaitingRuns, findReplaceableRuns } from '#storage/runs'
import type { Store } from '#storage/database'
import type { RunTaskRow } from '#storage/runs'
import { dropRuns } from './expire-runs.ts'
import type { EndContext } from './expire-runs.ts'
import { isReturning } from './keep-time.ts'

/** How long the turn of a private location lasts while no agent takes its run. */
export const turnLimitMs = minuteMs

/** A run whose place in the queue the next run of its check in the same location takes. */
export type ReplacedRun = Pick<RunTaskRow, 'checkId' | 'queue' | 'claimableAt'>

/**
 * Drops runs that wait for an agent when the next run of their check is due, so that the other locations of the check run
 * at their times. Their sessions end first, with the outcomes they have: sessions of a check never overlap.
 */
export async function replaceWaitingRuns(store: Store, context: EndContext, limit: number): Promise<ReplacedRun[]> {
  const now = new Date(context.nowMs)
  const turnBefore = new Date(context.nowMs - turnLimitMs)
  const ids = await findReplaceableRuns(store.db, { now, turnBefore, limit })
  if (ids.length === 0) return []
  return store.db.transaction(async (tx) => {
    if (await isReturning(tx, context.nowMs)) return []
    const replaced = await deleteWaitingRuns(tx, ids, now)
    if (replaced.length > 0) await dropRuns(tx, replaced, { ...context, encryption: store.encryption })
    return replaced
  })
}
