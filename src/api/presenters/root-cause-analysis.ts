import type { Analysis, ListedAnalysis, PendingAnswer, RootCauseAnalysisResource } from '#contract'
import type { PendingAnalysisResource } from '#contract'
import type { RootCauseAnalysisRow } from '#storage/error-groups'

export const pendingAnalysis = (id: string): PendingAnalysisResource => ({ id, status: 'PENDING' })

/** A finished analysis, or the status PENDING. */
export function presentAnalysis(
  row: RootCauseAnalysisRow,
): RootCauseAnalysisResource | PendingAnswer<PendingAnalysisResource> {
  const [listed] = presentAnalyses([row])
  if (!listed) return { pending: pendingAnalysis(row.id) }
  return {
    ...listed,
    status: 'COMPLETED',
    checkId: row.checkId,
    checkType: row.checkType,
    errorGroupId: row.errorGroupId ?? row.testSessionErrorGroupId,
  }
}

/** The finished ones of some analyses. */
export const presentAnalyses = (rows: readonly RootCauseAnalysisRow[]): ListedAnalysis[] =>
  rows.flatMap((row) => (row.analysis === null ? [] : [listedAnalysis(row, row.analysis)]))

const listedAnalysis = (row: RootCauseAnalysisRow, analysis: Analysis): ListedAnalysis => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  provider: row.provider ?? '',
  model: row.model ?? '',
  durationMs: row.durationMs ?? 0,
  analysis,
  userContext: row.userContext === '' ? null : [{ text: row.userContext, type: 'text' }],
})
