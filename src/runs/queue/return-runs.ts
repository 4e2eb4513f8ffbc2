import type { RunReturnReason } from '#contract'
import { notify } from '#storage/database'
import { addToCounter, returnLeasedTasks } from '#storage/runs'
import type { Store } from '#storage/database'
import type { Lease } from '#storage/runs'

export interface ReturnContext {
  readonly nowMs: number
  readonly reason: RunReturnReason
}

export interface ReturnSummary {
  /** Runs returned to the queue. */
  readonly returned: number
  /** Runs whose lease was lost before: another runner has them, or they are settled. */
  readonly lost: number
}

/**
 * Gives leased runs back to the queue, where they can be claimed at once, the second time after 2 seconds, the third
 * after 4. Nothing is recorded of what was seen, and neither the attempts of the check nor the claims of the run are
 * used up. Counted by reason in `returned_runs`.
 */
export async function returnRuns(
  store: Store,
  leases: readonly Lease[],
  { nowMs, reason }: ReturnContext,
): Promise<ReturnSummary> {
  if (leases.length === 0) return { returned: 0, lost: 0 }
  return store.db.transaction(async (tx) => {
    const returned = await returnLeasedTasks(tx, leases, new Date(nowMs))
    if (returned > 0) {
      await addToCounter(tx, 'returned_runs', reason, returned)
      await notify(tx, 'run_tasks')
    }
    return { returned, lost: leases.length - returned }
  })
}
