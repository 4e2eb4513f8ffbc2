import { summarizeTick } from '#alerting'
import type { ReplayTick } from '#alerting'
import type { CheckType, RetryStrategy } from '#contract'
import { decideRetry } from '#evaluation'
import type { PassedRun, ProblemRun } from '#storage/runs'

/** Attempts of one run in one location, in their order. */
type Sequence = readonly ProblemRun[]

/** How runs would have been retried; absent: as they were. */
export interface ProposedRetries {
  readonly strategy: RetryStrategy | null
  readonly checkType: CheckType
}

/** A tick as it would have been, and how many of its runs would have been retried once more than they were. */
export interface RetriedTick {
  readonly tick: ReplayTick
  readonly unknownRetries: number
}

/** The tick of a session that ended; null while it has not, or when all that failed was tried again and passed. */
export function tickOfRuns(runs: readonly ProblemRun[]): ReplayTick | null {
  const finals = runs.filter(({ isFinal }) => isFinal)
  const [first] = finals
  if (first === undefined) return null
  const outcomes = outcomesOf(first) ?? finals.map(({ id, outcome }) => ({ resultId: id, outcome }))
  return tickOf(first, outcomes, first.locations === null ? first.createdMs : first.stoppedMs, finals)
}

/** The same with other retries, as far as attempts are stored. */
export function retriedTick(runs: readonly ProblemRun[], retries: ProposedRetries): RetriedTick | null {
  const sequences = runs.length === 1 ? [runs] : [...Map.groupBy(runs, ({ sequenceId }) => sequenceId).values()]
  const decided = sequences.flatMap((sequence) => lastAttempt(sequence, retries) ?? [])
  const [first] = decided
  if (first === undefined || decided.length < sequences.length) return null
  const replaced = new Map(decided.map(({ finalId, run }) => [finalId, run.outcome]))
  const outcomes = (
    outcomesOf(first.run) ?? decided.map(({ finalId, run }) => ({ resultId: finalId, outcome: run.outcome }))
  ).map((one) => ({ ...one, outcome: replaced.get(one.resultId) ?? one.outcome }))
  const tick = tickOf(
    first.run,
    outcomes,
    endOf(first.run, decided),
    decided.map(({ run }) => run),
  )
  return tick && { tick, unknownRetries: decided.filter(({ isUnknown }) => isUnknown).length }
}

interface LastAttempt {
  readonly run: ProblemRun
  /** The stored last attempt of the sequence. */
  readonly finalId: string
  /** Whether another attempt would have followed, of which nothing is known. */
  readonly isUnknown: boolean
}

/** Null while the last attempt is not stored. */
function lastAttempt(sequence: Sequence, { strategy, checkType }: ProposedRetries): LastAttempt | null {
  const ordered = sequence.toSorted((one, other) => one.attempt - other.attempt)
  const final = ordered.find(({ isFinal }) => isFinal)
  const first = ordered[0]
  if (final === undefined || first === undefined) return null
  for (const run of ordered) {
    const decision = decideRetry({
      strategy,
      attempt: run.attempt,
      firstStartedAtMs: first.startedMs,
      stoppedAtMs: run.createdMs,
      verdict: run,
      // Kinds of errors are in the details of results, which a replay does not open.
      isNetworkError: true,
      checkType,
      location: '',
      candidateLocations: [],
      runParallel: true,
      randomNumber: 0,
    })
    if (!decision.retry) return { run, finalId: final.id, isUnknown: false }
  }
  return { run: final, finalId: final.id, isUnknown: true }
}

/** When the last location was done: another one may have been later than those that did not pass. */
function endOf(run: ProblemRun, decided: readonly LastAttempt[]): number | null {
  const decidedMs = Math.max(...decided.map((one) => one.run.createdMs))
  if (run.locations === null || run.stoppedMs === null) return run.locations === null ? decidedMs : null
  return decided.some((one) => one.run.id === one.finalId) ? run.stoppedMs : Math.min(run.stoppedMs, decidedMs)
}

interface Known {
  readonly resultId: string
  readonly outcome: ProblemRun['outcome']
}

const outcomesOf = ({ outcomes }: ProblemRun): Known[] | null =>
  outcomes &&
  Object.values(outcomes).flatMap(({ resultId, outcome, isInconclusive }) =>
    isInconclusive || outcome === 'unknown' ? [] : [{ resultId, outcome }],
  )

function tickOf(
  { sessionId, locations }: ProblemRun,
  outcomes: readonly Known[],
  atMs: number | null,
  runs: readonly ProblemRun[],
): ReplayTick | null {
  const summary = summarizeTick(outcomes.map(({ outcome }) => outcome))
  if (summary === null || atMs === null) return null
  return {
    ...summary,
    id: sessionId,
    atMs,
    observedAtMs: Math.min(...runs.map(({ startedMs }) => startedMs)),
    isParallel: (locations ?? 1) > 1,
  }
}

/** The tick of a session of which every location passed. */
export const passedTick = (runs: readonly [PassedRun, ...PassedRun[]]): ReplayTick => ({
  outcome: 'passed',
  failingLocations: 0,
  degradedLocations: 0,
  totalLocations: runs.length,
  id: runs[0].sessionId,
  atMs: Math.max(...runs.map(({ createdMs }) => createdMs)),
  observedAtMs: Math.min(...runs.map(({ startedMs }) => startedMs)),
  isParallel: runs.length > 1,
})
