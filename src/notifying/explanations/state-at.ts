import { advance, initialAlertState, outlook, progress, replay, step, summarizeTick } from '#alerting'
import type { AlertState, Derivation, Step } from '#alerting'
import type { CheckExplanation } from '#contract'
import type { EffectiveCheck } from '#management'
import type { AlertDecisionRow } from '#storage/alerts'
import type { CheckStateRow } from '#storage/checks'
import type { CheckResultSummary } from '#storage/runs'
import type { AlertBatch } from '../planning/alert-batch.ts'
import { alertStateOf } from '../states/alert-state-of.ts'
import { limitsOf } from './alert-decision.ts'
import { derivationOf, isChange, stateOf, statusAfter } from './explained-decision.ts'

/** A check at a time, with what was decided and observed until then, the newest first. */
export interface Moment {
  readonly isNow: boolean
  /** Whether nobody runs it; only known of this moment. */
  readonly isUnobserved: boolean
  readonly row: CheckStateRow
  readonly batch: AlertBatch
  readonly effective: EffectiveCheck
  readonly decisions: readonly AlertDecisionRow[]
  readonly results: readonly CheckResultSummary[]
}

type StateAt = Pick<CheckExplanation, 'state' | 'since' | 'steps'>

/** The state of a check at a time, and what has to happen for another one. */
export function stateAt(moment: Moment): StateAt {
  const { isNow, isUnobserved, effective, decisions } = moment
  const unchanged = decisions.some(isChange) ? [] : [step('EXPLAIN_NO_CHANGE')]
  if (isNow && !effective.check.activated) return stateWith('PAUSED', null, [step('EXPLAIN_NOT_ACTIVE'), ...unchanged])
  const state = isNow ? stateNow(moment) : stateThen(moment)
  if (state === null) return stateWith('PENDING', null, [step('EXPLAIN_NO_RUN')])
  const since = state.problemSince ?? state.statusSince
  if (isUnobserved) return stateWith('UNKNOWN', since, [step('EXPLAIN_NOT_OBSERVED'), ...unchanged])
  const facts = outlookFacts(moment)
  const steps = [...unchanged, ...(unchanged.length > 0 ? progress(state, facts) : []), ...outlook(state, facts)]
  return hasRunnerFailed(moment, state)
    ? stateWith('FAILING', since, [step('EXPLAIN_RUNNER_FAILED'), ...steps])
    : stateWith(stateOf[state.status], since, steps)
}

/** A check whose runner failed is shown as failing, although that is no outcome of its target. */
const hasRunnerFailed = ({ isNow, row }: Moment, { status }: AlertState): boolean =>
  isNow && row.hasErrors && status !== 'failing'

const stateWith = (state: StateAt['state'], sinceMs: number | null, steps: readonly Step[]): StateAt => ({
  state,
  since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
  steps: steps.map((one) => ({ ...one })),
})

/** The rules of the time that is asked about, as far as a decision before it has them. */
function outlookFacts({ isNow, batch, effective, decisions }: Moment) {
  const last = isNow ? undefined : decisions[0]
  if (last) {
    const { settings, group, tick, limits } = derivationOf(last)
    return { settings, group, isParallel: tick.isParallel, ...(limits && { limits }) }
  }
  const { check, group } = effective
  return {
    settings: batch.sourcedSettingsOf(effective),
    group: group?.name ?? null,
    ...limitsOf(effective),
    isParallel: check.runParallel && check.locations.length + check.privateLocations.length > 1,
  }
}

const stateNow = ({ row }: Moment): AlertState | null => (row.status === null ? null : alertStateOf(row))

/** The alert state of an earlier time: that after the last decision, with the runs since. Null before the first run. */
function stateThen({ decisions, results }: Moment): AlertState | null {
  const [last] = decisions
  if (last === undefined) return results.length === 0 ? null : initialAlertState
  const derivation = derivationOf(last)
  return withRuns({ ...replay(derivation).after, status: statusAfter(last) }, derivation, results)
}

/** The state with the runs behind a decision. A run that changes what was decided is not over yet, or it would have its own. */
function withRuns(
  decided: AlertState,
  { tick, settings: { value: settings } }: Derivation,
  results: readonly CheckResultSummary[],
): AlertState {
  const later = results.filter(({ sessionId }) => sessionId > tick.id)
  const sessions = [...Map.groupBy(later, ({ sessionId }) => sessionId)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  let state = decided
  for (const [, runs] of sessions) {
    const summary = summarizeTick(runs.flatMap(({ outcome }) => (outcome === 'unknown' ? [] : [outcome])))
    const atMs = Math.max(...runs.map(({ createdAt }) => createdAt.getTime()))
    const next = summary && advance(state, { ...summary, isParallel: tick.isParallel, atMs, settings })
    if (next && !next.event.isAlert && next.state.status === state.status) state = next.state
  }
  return state
}
