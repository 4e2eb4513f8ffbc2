import type { Episode, VariantReplay } from './variant-replay.ts'

/** An outage that was alerted with one of two settings at least. Times are epoch milliseconds. */
export interface ComparedOutage {
  readonly fromMs: number
  readonly toMs: number | null
  readonly isFailure: boolean
  /** When the first alert about it came; null when none did. */
  readonly detectedNowMs: number | null
  readonly detectedProposedMs: number | null
}

/**
 * The outages of a check that were alerted now or would have been, the first ones first. One that begins while a longer one
 * with the proposed settings is alerted already would have been known from its first run.
 */
export function compareOutages(now: VariantReplay, proposed: VariantReplay): ComparedOutage[] {
  const alerts = proposed.alerts.filter(({ kind, reminder }) => kind !== 'recovery' && reminder === 0)
  const times = alerts.map(({ atMs }) => atMs)
  const isAlerted = withinOf(proposed.episodes.filter(({ detectedMs }) => detectedMs !== null))
  const isKnown = withinOf(now.episodes)
  const known = now.episodes.map((episode) =>
    compared(episode, firstWithin(times, episode) ?? (isAlerted(episode.fromMs) ? episode.fromMs : null)),
  )
  const added = proposed.episodes
    .filter(({ detectedMs }) => detectedMs !== null && !isKnown(detectedMs))
    .map((episode) => ({ ...compared(episode, episode.detectedMs), detectedNowMs: null }))
  return [...known, ...added]
    .filter(({ detectedNowMs, detectedProposedMs }) => detectedNowMs !== null || detectedProposedMs !== null)
    .toSorted((one, other) => one.fromMs - other.fromMs)
}

const compared = (
  { fromMs, toMs, isFailure, detectedMs }: Episode,
  detectedProposedMs: number | null,
): ComparedOutage => ({ fromMs, toMs, isFailure, detectedNowMs: detectedMs, detectedProposedMs })

/** Episodes do not overlap and are in order, as times are. */
function firstWithin(times: readonly number[], { fromMs, toMs }: Episode): number | null {
  const found = times[firstFrom(times, fromMs)]
  return found !== undefined && (toMs === null || found < toMs) ? found : null
}

/** Whether a time lies in one of these, which are thousands for checks that flap. */
function withinOf(episodes: readonly Episode[]): (atMs: number) => boolean {
  const starts = episodes.map(({ fromMs }) => fromMs)
  return (atMs) => {
    const last = episodes[firstFrom(starts, atMs + 1) - 1]
    return last !== undefined && (last.toMs === null || atMs < last.toMs)
  }
}

/** The index of the first that is not smaller. */
function firstFrom(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? Infinity) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
