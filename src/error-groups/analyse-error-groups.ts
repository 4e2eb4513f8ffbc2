import type { Analysis } from '#contract'
import { announceResources } from '#storage/accounts'
import {
  claimAnalyses,
  completeAnalysis,
  deleteErrorGroupsBefore,
  deleteOccurrencesBefore,
} from '#storage/error-groups'
import type { LeaseClaim, Store } from '#storage/database'
import { gatherEvidence } from './gather-evidence.ts'
import type { GatheredEvidence } from './gather-evidence.ts'

/** A requested analysis with all of its evidence. */
export interface PendingAnalysis extends GatheredEvidence {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  /** How often it was started, this time included: more than once means that a process ended during it. */
  readonly claims: number
}

/** Leases analyses that are due. One that is not recorded is due again when the lease ends. */
export async function claimPendingAnalyses(store: Store, claim: LeaseClaim): Promise<PendingAnalysis[]> {
  const rows = await claimAnalyses(store.db, claim)
  const pending = await Promise.all(
    rows.map(async (row) => {
      const gathered = await gatherEvidence(store, row)
      const { accountId, id, leaseToken, claims } = row
      return gathered === null ? [] : [{ ...gathered, accountId, id, leaseToken: leaseToken ?? '', claims }]
    }),
  )
  return pending.flat()
}

/** The conclusion of an analysis and its author. */
export interface WrittenAnalysis {
  readonly analysis: Analysis
  readonly provider: string
  readonly model: string
  readonly durationMs: number
}

/** Stores a finished analysis. False when the lease was lost, in which case another process stores its own. */
export async function recordAnalysis(
  store: Store,
  { accountId, id, leaseToken }: PendingAnalysis,
  written: WrittenAnalysis,
  nowMs: number,
): Promise<boolean> {
  const completedAt = new Date(nowMs)
  const isStored = await completeAnalysis(store.db, { accountId, id, leaseToken, ...written, completedAt })
  if (isStored) await announceResources(store.db, [{ accountId, event: 'root-cause-analyses', id }], completedAt)
  return isStored
}

/** Forgets error groups that were last seen before a moment with their analyses, and how often others occurred before. */
export async function deleteOldErrorGroups({ db }: Store, beforeMs: number): Promise<number> {
  const before = new Date(beforeMs)
  await deleteOccurrencesBefore(db, before)
  return deleteErrorGroupsBefore(db, before)
}
