import type { AlertAnalysis, Analysis } from '#contract'
import { diagnose } from '#diagnosis'
import { findLatestAnalysis } from '#storage/error-groups'
import { findCheckResult } from '#storage/runs'
import type { ChannelDefinition, NotificationRow } from '#storage/alerts'
import type { Store } from '#storage/database'
import { gatherEvidence } from '#error-groups'

/** Template variables of an analysis begin with this prefix. */
const usesAnalysis = ({ config }: ChannelDefinition): boolean => JSON.stringify(config).includes('AI_ANALYSIS_')

/**
 * The current analysis of an alert: the latest one of its error group. While that is pending, the built-in rules
 * analyse the evidence at once; alerts never wait. Null when the channel does not use an analysis, none exists, or
 * reading it failed: the alert is sent without it.
 */
export async function analysisOfAlert(
  store: Store,
  row: NotificationRow,
  channel: ChannelDefinition | null,
): Promise<AlertAnalysis | null> {
  if (channel === null || row.checkResultId === null || !usesAnalysis(channel)) return null
  try {
    const analysis = await latestAnalysis(store, row, row.checkResultId)
    return analysis && alertAnalysisOf(analysis, `${row.facts.resultLink}#root-cause-analysis`)
  } catch {
    return null
  }
}

async function latestAnalysis(store: Store, row: NotificationRow, resultId: string): Promise<Analysis | null> {
  const result = await findCheckResult(store.db, row.accountId, row.checkId, resultId)
  const groupId = result?.errorGroupIds[0]
  const latest = groupId === undefined ? null : await findLatestAnalysis(store.db, row.accountId, groupId)
  if (latest === null || latest.analysis !== null) return latest?.analysis ?? null
  const gathered = await gatherEvidence(store, latest)
  return gathered && diagnose(gathered.evidence)
}

const alertAnalysisOf = (analysis: Analysis, link: string): AlertAnalysis => ({
  classification: analysis.classification,
  rootCause: analysis.rootCause,
  userImpact: analysis.userImpact,
  codeFix: analysis.codeFix ?? '',
  link,
})
