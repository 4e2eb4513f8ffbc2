import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findAnalysis } from '#storage'
import type { RootCauseAnalysisRow, Store } from '#storage'

/** Throws ROOT_CAUSE_ANALYSIS_NOT_FOUND. */
export async function getAnalysis(store: Store, caller: Caller, id: string): Promise<RootCauseAnalysisRow> {
  const analysis = await findAnalysis(store.db, caller.accountId, id)
  if (analysis === null) throw new Fault('ROOT_CAUSE_ANALYSIS_NOT_FOUND')
  return analysis
}
