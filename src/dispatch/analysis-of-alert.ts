import type { AlertAnalysis, Analysis } from '#contract'
import { diagnose } from '#diagnosis'
import { findCheckResult, findLatestAnalysis } from '#storage'
import type { ChannelDefinition, NotificationRow, Store } from '#storage'
import { gatherEvidence } from './gather-evidence.ts'

/** How templates name it (semantics 4.9). */
const asksForAnalysis = ({ config }: ChannelDefinition): boolean => JSON.stringify(config).includes('AI_ANALYSIS_')

/**
 * What is known of the cause of an alert at this moment: the latest analysis of its error group. Where one is owed and
 * not written yet, the rules say what they see now; alerts never wait. Null where the channel does not ask, nothing is
 * known, or looking failed: an alert goes out without it.
 */
export async function analysisOfAlert(
  store: Store,
  row: NotificationRow,
  channel: ChannelDefinition | null,
): Promise<AlertAnalysis | null> {
  if (channel === null || row.checkResultId === null || !asksForAnalysis(channel)) return null
  try {
    const analysis = await latestAnalysis(store, row, row.checkResultId)
    return analysis && shownAnalysis(analysis, `${row.facts.resultLink}#root-cause-analysis`)
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

const shownAnalysis = (analysis: Analysis, link: string): AlertAnalysis => ({
  classification: analysis.classification,
  rootCause: analysis.rootCause,
  userImpact: analysis.userImpact,
  codeFix: analysis.codeFix ?? '',
  link,
})
