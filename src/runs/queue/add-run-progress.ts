import type { RunProgress } from '#contract'
import { addDryRunProgress, addLiveRunLog, isLeaseOfFollowedRun } from '#storage/runs'
import type { Store } from '#storage/database'
import type { Lease } from '#storage/runs'

/**
 * Stores events of a run that somebody follows: of a dry run, or of a session. False when the lease of the run is no
 * longer held.
 */
export const addRunProgress = async (
  { db, encryption }: Store,
  lease: Lease,
  { events, nowMs }: { readonly events: readonly RunProgress[]; readonly nowMs: number },
): Promise<boolean> =>
  (await isLeaseOfFollowedRun(db, lease))
    ? addLiveRunLog(db, encryption, lease, { events, now: new Date(nowMs) })
    : addDryRunProgress(db, encryption, lease, events)
