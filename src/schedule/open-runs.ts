import { dayMs } from '#kernel'

/** A run of a job that has started and not ended. Times are epoch milliseconds. */
export interface OpenRun {
  /** As the job named it; null for a job that names none, which has one run at a time. */
  readonly id: string | null
  readonly startedAt: number
  /** When it is late; null when nothing says so, or it is known already. */
  readonly lateAt: number | null
  /**
   * `unknown` when the service was stopped meanwhile and may have missed its end; `unmeasured` when the clock was changed
   * as well, so that its duration means nothing.
   */
  readonly state: 'running' | 'late' | 'unknown' | 'unmeasured'
}

export interface EndedRuns {
  readonly runs: readonly OpenRun[]
  /** Of the run that ended; null when its start is not known. */
  readonly durationMs: number | null
}

/** Beyond it, runs are not followed: the oldest are late first. */
const openRunsMax = 50
/** A run that nothing makes late any more is forgotten after that: it would take the place of others for ever. */
const forgottenAfterMs = 3 * dayMs

/** The runs after one started: it is late after `graceMs`, unless that is 0. A start with a known id begins again. */
export function startRun(
  runs: readonly OpenRun[],
  { id, at, graceMs }: { readonly id: string | null; readonly at: number; readonly graceMs: number },
): readonly OpenRun[] {
  const others = remembered(runs, at).filter((run) => run.id !== id)
  if (others.length >= openRunsMax) return others
  return [...others, { id, startedAt: at, lateAt: graceMs > 0 ? at + graceMs : null, state: 'running' }]
}

/** The runs after one ended. An end without an id ends them all, because the job says no more than that it is done. */
export function endRuns(
  runs: readonly OpenRun[],
  { id, at }: { readonly id: string | null; readonly at: number },
): EndedRuns {
  const ended = runs.find((run) => run.id === id)
  return {
    runs: id === null ? [] : remembered(runs, at).filter((run) => run.id !== id),
    durationMs: ended === undefined || ended.state === 'unmeasured' ? null : Math.max(0, at - ended.startedAt),
  }
}

/**
 * The runs that are late now, and all of them after that was noticed. A longer grace counts for runs that started before it
 * was set.
 */
export function noticeLateRuns(
  runs: readonly OpenRun[],
  { at, graceMs }: { readonly at: number; readonly graceMs: number },
): { readonly late: readonly OpenRun[]; readonly runs: readonly OpenRun[] } {
  const current = runs.map((run) =>
    run.lateAt === null
      ? run
      : { ...run, lateAt: graceMs === 0 ? null : Math.max(run.lateAt, run.startedAt + graceMs) },
  )
  const isLate = ({ lateAt }: OpenRun): boolean => lateAt !== null && lateAt <= at
  return {
    late: current.filter(isLate),
    runs: current.map((run) => (isLate(run) ? { ...run, lateAt: null, state: 'late' } : run)),
  }
}

/** The same runs, none of which will be late. */
export const withoutDeadlines = (runs: readonly OpenRun[]): readonly OpenRun[] =>
  runs.map((run) => ({ ...run, lateAt: null }))

/** When the first of these runs is late, in epoch milliseconds; null: never. */
export function firstLateAt(runs: readonly OpenRun[]): number | null {
  const times = runs.flatMap(({ lateAt }) => lateAt ?? [])
  return times.length === 0 ? null : Math.min(...times)
}

const remembered = (runs: readonly OpenRun[], at: number): readonly OpenRun[] =>
  runs.filter(({ lateAt, startedAt }) => lateAt !== null || at - startedAt < forgottenAfterMs)
