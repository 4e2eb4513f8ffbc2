import type { LocationOutcome, SessionStatus } from '#storage/runs'

/**
 * The status of a session from the outcomes it has and the number of locations still running: failed beats degraded
 * beats passed, an unknown one counts only when there is no other (TIMED_OUT), and one that was cancelled makes a session
 * that has ended cancelled. Null when no run is left and there
 * is no outcome.
 */
export function sessionStatusOf(outcomes: readonly LocationOutcome[], running: number): SessionStatus | null {
  if (outcomes.length === 0) return running > 0 ? 'PROGRESS' : null
  if (running === 0 && outcomes.some(({ isCancelled }) => isCancelled)) return 'CANCELLED'
  if (outcomes.every(({ outcome }) => outcome === 'unknown')) return running > 0 ? 'PROGRESS' : 'TIMED_OUT'
  const worst = worstOf(outcomes)
  if (running === 0) return worst
  return worst === 'PASSED' ? 'PROGRESS' : `PROGRESS_${worst}`
}

function worstOf(outcomes: readonly LocationOutcome[]): 'FAILED' | 'DEGRADED' | 'PASSED' {
  if (outcomes.some((item) => item.outcome === 'failed')) return 'FAILED'
  return outcomes.some((item) => item.outcome === 'degraded') ? 'DEGRADED' : 'PASSED'
}
