import type { Analysis, ListedAnalysis, PendingAnswer, RootCauseAnalysisResource } from '#contract'
import type { PendingAnalysisResource } from '#contract'
import type { RootCauseAnalysisRow } from '#storage'

export const pendingAnalysis = (id: string): PendingAnalysisResource => ({ id, status: 'PENDING' })

/** A finished analysis, or the word that it is not. */
export function presentAnalysis(
  row: RootCauseAnalysisRow,
): RootCauseAnalysisResource | PendingAnswer<PendingAnalysisResource> {
  const [listed] = presentAnalyses([row])
  if (!listed) return { pending: pendingAnalysis(row.id) }
  return {
    ...listed,
    status: 'COMPLETED',
    checkId: row.check_id,
    checkType: row.check_type,
    errorGroupId: row.error_group_id ?? row.test_session_error_group_id,
  }
}

/** The finished ones of some analyses. */
export const presentAnalyses = (rows: readonly RootCauseAnalysisRow[]): ListedAnalysis[] =>
  rows.flatMap((row) => (row.analysis === null ? [] : [listedAnalysis(row, row.analysis)]))

const listedAnalysis = (row: RootCauseAnalysisRow, analysis: Analysis): ListedAnalysis => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  provider: row.provider ?? '',
  model: row.model ?? '',
  durationMs: row.duration_ms ?? 0,
  analysis,
  userContext: row.user_context === '' ? null : [{ text: row.user_context, type: 'text' }],
})
