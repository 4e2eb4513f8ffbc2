import { displayedLocation, isInboundType } from '#contract'
import type { CheckExplanation } from '#contract'
import { Fault, firstIdAt, latestInstantMs } from '#kernel'
import type { EffectiveCheck } from '#management'
import { findUnobservedIds } from '#observation'
import { findLocationNames, listDecisionsBefore } from '#storage/alerts'
import type { AlertDecisionRow } from '#storage/alerts'
import { findCheckState } from '#storage/checks'
import type { Store } from '#storage/database'
import { listCheckResults } from '#storage/runs'
import type { CheckResultSummary } from '#storage/runs'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertContext } from '../planning/alert-batch.ts'
import { isChange } from './explained-decision.ts'
import { stateAt } from './state-at.ts'

interface Question {
  readonly checkId: string
  /** Epoch milliseconds; null: now. */
  readonly atMs: number | null
}

/** An explanation whose decisions are not in words yet. */
export interface ExplainedCheck extends Omit<CheckExplanation, 'change' | 'decisions'> {
  readonly change: AlertDecisionRow | null
  readonly decisions: readonly AlertDecisionRow[]
  readonly locationNames: ReadonlyMap<string, string>
}

const decisionsRead = 50
const decisionsShown = 10
const resultsRead = 50
const resultsShown = 10

/** The state of a check at a time and how it came about, from what was stored then. Throws CHECK_NOT_FOUND. */
export async function explainCheck(
  { db, encryption }: Store,
  { accountId, ...context }: Omit<AlertContext, 'encryption'> & { readonly accountId: string },
  { checkId, atMs }: Question,
): Promise<ExplainedCheck> {
  const row = await findCheckState(db, accountId, checkId)
  const batch = row && (await loadAlertBatch(db, [checkId], { ...context, encryption }))
  const effective = batch?.checks.get(checkId)
  if (!row || !batch || effective?.own.accountId !== accountId) throw new Fault('CHECK_NOT_FOUND')
  const beforeId = firstIdAt(Math.min((atMs ?? context.nowMs) + 1, latestInstantMs))
  const [decisions, results, locationNames, unobserved] = await Promise.all([
    listDecisionsBefore(db, { accountId, checkId, id: beforeId }, decisionsRead),
    resultsBefore(db, effective, beforeId),
    findLocationNames(db),
    atMs === null ? findUnobservedIds(db, [row]) : none,
  ])
  const moment = { isNow: atMs === null, isUnobserved: unobserved.has(checkId), row, batch, effective }
  return {
    checkId,
    at: new Date(atMs ?? context.nowMs).toISOString(),
    ...stateAt({ ...moment, decisions, results }),
    ...sinceChange(decisions),
    runs: results.slice(0, resultsShown).map((result) => runOf(result, locationNames)),
    locationNames,
  }
}

const none: ReadonlySet<string> = new Set()

/** The last change of state, and what was decided since. */
function sinceChange(decisions: readonly AlertDecisionRow[]): Pick<ExplainedCheck, 'change' | 'decisions'> {
  const index = decisions.findIndex(isChange)
  const since = index === -1 ? decisions : decisions.slice(0, index)
  return { change: decisions[index] ?? null, decisions: since.slice(0, decisionsShown) }
}

const allResults = { fromId: null, queues: null, checkType: null, hasFailures: null, resultType: 'FINAL' } as const

const resultsBefore = async (
  db: Store['db'],
  { own: { accountId, id: checkId, checkType } }: EffectiveCheck,
  beforeId: string,
): Promise<CheckResultSummary[]> =>
  isInboundType(checkType)
    ? []
    : listCheckResults(
        db,
        { ...allResults, accountId, checkId, beforeId },
        { limit: resultsRead, offset: 0, withDetail: false },
      )

const runOf = (result: CheckResultSummary, names: ReadonlyMap<string, string>): CheckExplanation['runs'][number] => ({
  checkResultId: result.id,
  location: displayedLocation(result.location, names),
  outcome: result.outcome,
  attempts: result.attempt,
  startedAt: result.startedAt.toISOString(),
  error: result.error,
})
