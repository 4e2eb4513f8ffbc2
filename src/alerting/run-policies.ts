import type { AlertSettings, Outcome } from '#contract'
import { notifiedKinds } from './alert-state.ts'
import type { AlertState, CheckStatus } from './alert-state.ts'

type Policies = Pick<AlertSettings, 'windowBasedEscalation' | 'runBasedRecovery'>

interface Run {
  readonly outcome: Outcome
  readonly settings: Policies
  readonly isSilenced?: boolean
}

/**
 * Runs in a row, each better than the state of the check, until an alerted problem is over. With a window and no number of
 * its own it is as many as no alert can follow, whatever came before them: 3 for 3 of the last 5 runs.
 */
export function runsToRecover({ windowBasedEscalation: window, runBasedRecovery: recovery }: Policies): number {
  if (recovery) return recovery.passedRunThreshold
  return window ? window.runs - window.failedRunThreshold + 1 : 1
}

/**
 * The state of a problem that was alerted and is not over yet, although this run is better; null: the run decides. A better
 * run of a failing check is one that passed or is degraded.
 */
export function recovering(state: AlertState, { outcome, settings }: Run): AlertState | null {
  const goodRuns = (state.goodRuns ?? 0) + 1
  const isBetter = rankOf[outcome] < rankOfStatus[state.status]
  if (!isBetter || notifiedKinds(state).length === 0 || goodRuns >= runsToRecover(settings)) return null
  return { ...state, goodRuns }
}

const rankOf: Readonly<Record<Outcome, number>> = { passed: 0, degraded: 1, failed: 2 }
const rankOfStatus: Readonly<Record<CheckStatus, number>> = { passing: 0, degraded: 1, failing: 2 }

/**
 * The last runs with this one, oldest first, as a window counts them: `1` for one that did not pass. Absent without a window
 * and while all passed. Runs in a maintenance window that never notifies do not count.
 */
export function recentRuns(state: AlertState, { outcome, settings, isSilenced }: Run): string | undefined {
  const window = settings.windowBasedEscalation
  if (!window) return undefined
  if (isSilenced === true) return state.recentRuns
  const runs = `${state.recentRuns ?? ''}${outcome === 'passed' ? '0' : '1'}`.slice(-window.runs)
  return countFailed(runs) > 0 ? runs : undefined
}

/** How many of the remembered runs did not pass. */
export const countFailed = (runs: string | undefined): number => (runs ?? '').replaceAll('0', '').length

/** The state with what the policies remember of its runs; the same object if that is nothing, as before. */
export function withRunMemory(state: AlertState, runs: string | undefined): AlertState {
  // An alerted problem ends by good runs, so its window begins again afterwards.
  const remembered = notifiedKinds(state).length > 0 ? undefined : runs
  if (state.recentRuns === remembered && state.goodRuns === undefined) return state
  const { recentRuns: _runs, goodRuns: _good, ...rest } = state
  return remembered === undefined ? rest : { ...rest, recentRuns: remembered }
}
