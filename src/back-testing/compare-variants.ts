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
  const alerted = proposed.episodes.filter(({ detectedMs }) => detectedMs !== null)
  const known = now.episodes.map((episode) =>
    compared(episode, firstWithin(times, episode) ?? (isWithin(alerted, episode.fromMs) ? episode.fromMs : null)),
  )
  const added = proposed.episodes
    .filter(({ detectedMs }) => detectedMs !== null && !isWithin(now.episodes, detectedMs))
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

function isWithin(episodes: readonly Episode[], atMs: number): boolean {
  const after = firstFrom(
    episodes.map(({ fromMs }) => fromMs),
    atMs + 1,
  )
  const last = episodes[after - 1]
  return last !== undefined && (last.toMs === null || atMs < last.toMs)
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
