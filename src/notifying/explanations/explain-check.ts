import { initialAlertState, outlook, replay, step } from '#alerting'
import type { AlertState, Step } from '#alerting'
import { displayedLocation, isInboundType } from '#contract'
import type { CheckExplanation } from '#contract'
import { Fault, firstIdAt, latestInstantMs } from '#kernel'
import type { EffectiveCheck } from '#management'
import { findUnobservedIds } from '#observation'
import { findLocationNames, listDecisionsBefore } from '#storage/alerts'
import type { AlertDecisionRow } from '#storage/alerts'
import { findCheckState } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { listCheckResults } from '#storage/runs'
import type { CheckResultSummary } from '#storage/runs'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertBatch, AlertContext } from '../planning/alert-batch.ts'
import { alertStateOf } from '../states/alert-state-of.ts'
import { derivationOf, isChange, stateOf, statusAfter } from './explained-decision.ts'

interface Question {
  readonly checkId: string
  /** Epoch milliseconds; null: now. */
  readonly atMs: number | null
}

/** A check at a time. */
interface Moment extends Question {
  readonly row: CheckStateRow
  readonly batch: AlertBatch
  readonly effective: EffectiveCheck
  /** The decisions until then, the newest first. */
  readonly decisions: readonly AlertDecisionRow[]
  readonly results: readonly CheckResultSummary[]
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
  const results = isInboundType(effective.own.checkType)
    ? []
    : await listCheckResults(db, { ...allResults, accountId, checkId, beforeId }, resultsPage)
  const decisions = await listDecisionsBefore(db, { accountId, checkId, id: beforeId }, decisionsRead)
  const unobserved = atMs === null ? await findUnobservedIds(db, [row]) : new Set<string>()
  const locationNames = await findLocationNames(db)
  const moment = { checkId, atMs, row, batch, effective, decisions, results }
  const index = decisions.findIndex(isChange)
  return {
    checkId,
    at: new Date(atMs ?? context.nowMs).toISOString(),
    ...stateAt(moment, unobserved.has(checkId)),
    change: decisions[index] ?? null,
    decisions: decisions.slice(0, index === -1 ? decisionsShown : Math.min(index, decisionsShown)),
    runs: results.slice(0, resultsShown).map((result) => runOf(result, locationNames)),
    locationNames,
  }
}

const allResults = { fromId: null, queues: null, checkType: null, hasFailures: null, resultType: 'FINAL' } as const
const resultsPage = { limit: resultsRead, offset: 0, withDetail: false } as const

const runOf = (result: CheckResultSummary, names: ReadonlyMap<string, string>): CheckExplanation['runs'][number] => ({
  checkResultId: result.id,
  location: displayedLocation(result.location, names),
  outcome: result.outcome,
  attempts: result.attempt,
  startedAt: result.startedAt.toISOString(),
  error: result.error,
})

type StateAt = Pick<CheckExplanation, 'state' | 'since' | 'steps'>

function stateAt(moment: Moment, isUnobserved: boolean): StateAt {
  const { atMs, row, effective, decisions } = moment
  const state = atMs === null ? alertStateOf(row) : stateThen(moment)
  const status = atMs === null ? row.status : state && (state.status ?? null)
  const steps = [...(decisions.some(isChange) ? [] : [step('EXPLAIN_NO_CHANGE')])]
  if (atMs === null && !effective.check.activated)
    return stateWith('PAUSED', null, [step('EXPLAIN_NOT_ACTIVE'), ...steps])
  if (status === null || state === null) return stateWith('PENDING', null, [step('EXPLAIN_NO_RUN')])
  const since = state.problemSince ?? state.statusSince
  if (isUnobserved) return stateWith('UNKNOWN', since, [step('EXPLAIN_NOT_OBSERVED'), ...steps])
  return stateWith(stateOf[status], since, [...steps, ...outlook(state, outlookFacts(moment))])
}

const stateWith = (state: StateAt['state'], sinceMs: number | null, steps: readonly Step[]): StateAt => ({
  state,
  since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
  steps: steps.map((one) => ({ ...one })),
})

/** The rules of the time that is asked about, as far as a decision before it has them. */
function outlookFacts({ atMs, batch, effective, decisions }: Moment) {
  const last = atMs === null ? undefined : decisions[0]
  const { settings, group, tick } = last ? derivationOf(last) : {}
  return {
    settings: settings ?? batch.sourcedSettingsOf(effective),
    group: group === undefined ? (effective.group?.name ?? null) : group,
    isParallel: tick?.isParallel ?? isParallelNow(effective),
  }
}

const isParallelNow = ({ check }: EffectiveCheck): boolean =>
  check.runParallel && check.locations.length + check.privateLocations.length > 1

/** The alert state of an earlier time: that after the last decision, with the runs since. Null before the first run. */
function stateThen({ decisions, results, row }: Moment): AlertState | null {
  const [last] = decisions
  if (last === undefined) return results.length === 0 || row.status === null ? null : initialAlertState
  const { after } = replay(derivationOf(last))
  const state = { ...after, status: statusAfter(last) }
  if (state.status === 'passing' || derivationOf(last).event !== undefined) return state
  const { id: sessionId } = derivationOf(last).tick
  const later = new Set(results.map((result) => result.sessionId).filter((id) => id > sessionId))
  return { ...state, problemRuns: state.problemRuns + later.size }
}
