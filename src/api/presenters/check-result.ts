import { locationOfQueue, sentTraceIdOf, storedResultNames } from '#contract'
import type { CheckResultResource, CheckResultSummaryResource, StoredResultName } from '#contract'
import { checkRunIdOf } from '#runs'
import { withAssetLinks } from '#reporting'
import type { LinkTools, ListedResult } from '#reporting'
import type { CheckResultSummary } from '#storage/runs'
import { csvOf } from './csv.ts'

/** Only the object of the check's own type is set, and only when it was read; with links to the files of the run. */
export const presentResult = (row: ListedResult, links: LinkTools): CheckResultResource => ({
  ...row,
  name: row.checkName,
  hasFailures: row.outcome === 'failed',
  isDegraded: row.outcome === 'degraded',
  runLocation: locationOfQueue(row.location),
  startedAt: row.startedAt.toISOString(),
  stoppedAt: row.stoppedAt.toISOString(),
  created_at: row.createdAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  responseTime: Math.round(row.responseTimeMs),
  checkRunId: checkRunIdOf(row.id),
  attempts: row.attempt,
  checkSessionId: row.sessionId,
  ...traceOf(row, links),
  errorGroupIds: [...row.errorGroupIds],
  ...detailOf(withAssetLinks(row.detail ?? {}, keyOf(row), links)),
})

/** The trace that the request was sent with, and the link to it. */
function traceOf({ detail = {} }: ListedResult, { traceUrl }: LinkTools) {
  const sent = Object.values(detailOf(detail)).map(sentTraceIdOf)
  const traceId = sent.find((id) => id !== null) ?? null
  const isLinked = traceId !== null && typeof traceUrl === 'string'
  return { traceId, ...(isLinked && { traceUrl: traceUrl.replaceAll('{traceId}', traceId) }) }
}

/** A result without its detail, as screens list it. */
export const presentSummary = (row: CheckResultSummary): CheckResultSummaryResource => ({
  ...row,
  hasFailures: row.outcome === 'failed',
  isDegraded: row.outcome === 'degraded',
  runLocation: locationOfQueue(row.location),
  startedAt: row.startedAt.toISOString(),
  created_at: row.createdAt.toISOString(),
  responseTime: Math.round(row.responseTimeMs),
  attempts: row.attempt,
})

/** Results as CSV: one line each, without their details. */
export const resultCsv = csvOf<ListedResult>([
  ['id', ({ id }) => id],
  ['startedAt', ({ startedAt }) => startedAt.toISOString()],
  ['stoppedAt', ({ stoppedAt }) => stoppedAt.toISOString()],
  ['location', ({ location }) => locationOfQueue(location)],
  ['outcome', ({ isCancelled, outcome }) => (isCancelled ? 'CANCELLED' : outcome.toUpperCase())],
  ['hasErrors', ({ hasErrors }) => String(hasErrors)],
  ['responseTime', ({ responseTimeMs }) => String(Math.round(responseTimeMs))],
  ['attempts', ({ attempt }) => String(attempt)],
  ['resultType', ({ resultType }) => resultType],
])

const keyOf = ({ accountId, checkId, id }: ListedResult) => ({ accountId, checkId, resultId: id, testSessionId: null })

/** The stored object of the check's type; next to it are the reasons of the verdict. */
export function detailOf(detail: Readonly<Record<string, unknown>>): {
  [N in StoredResultName]?: Record<string, unknown>
} {
  const found: { [N in StoredResultName]?: Record<string, unknown> } = {}
  for (const name of storedResultNames) {
    const value = detail[name]
    if (isObject(value)) found[name] = value
  }
  return found
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
