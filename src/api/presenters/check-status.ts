import { locationOfQueue } from '#contract'
import type { CheckStatusResource } from '#contract'
import { acknowledgementOf } from '#notifying'
import { checkRunIdOf } from '#runs'
import type { LocationProblem } from '#runs'
import { presentUnobserved } from '#observation'
import type { NamedCheckState } from '#reporting'
import { stampsOf } from './stamps.ts'

/**
 * A check that has not run yet is neither failing nor degraded; one that no runner can run has errors, so that it is
 * not taken for passing.
 */
export function presentStatus(
  state: NamedCheckState,
  now: Date,
  locationProblems: readonly LocationProblem[] = [],
): CheckStatusResource {
  const problem = state.whyNotRun
  return {
    ...statusOf(state),
    ...silencesOf(state, now),
    notRunning: presentUnobserved(state.unobserved),
    ...(problem !== null && { hasErrors: true, whyNeverRun: problem }),
    ...(locationProblems.length > 0 && { locationProblems: [...locationProblems] }),
  }
}

type SilenceFields = 'acknowledgedAt' | 'acknowledgedBy' | 'acknowledgementNote' | 'snoozedUntil' | 'mutedUntil'

function silencesOf(state: NamedCheckState, now: Date): Pick<CheckStatusResource, SilenceFields> {
  const acknowledgement = acknowledgementOf(state)
  return {
    acknowledgedAt: acknowledgement && new Date(acknowledgement.atMs).toISOString(),
    acknowledgedBy: acknowledgement?.by ?? null,
    acknowledgementNote: acknowledgement?.note ?? null,
    snoozedUntil: lastAhead(now, state.snoozedUntil),
    mutedUntil: lastAhead(now, state.mutedUntil, state.groupMutedUntil),
  }
}

/** The latest of some times that is not in the future. */
function lastAhead(now: Date, ...times: (Date | null)[]): string | null {
  const latest = Math.max(...times.map((time) => time?.getTime() ?? 0))
  return latest > now.getTime() ? new Date(latest).toISOString() : null
}

const statusOf = (state: NamedCheckState): Omit<CheckStatusResource, SilenceFields | 'notRunning'> => ({
  ...state,
  hasFailures: state.status === 'failing',
  isDegraded: state.status === 'degraded',
  longestRun: state.longestRunMs,
  shortestRun: state.shortestRunMs,
  lastRunLocation: state.lastRunLocation === null ? null : locationOfQueue(state.lastRunLocation),
  lastCheckRunId: state.lastResultId === null ? null : String(checkRunIdOf(state.lastResultId)),
  ...stampsOf(state),
})
