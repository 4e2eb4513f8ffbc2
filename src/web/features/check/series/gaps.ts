import type { Series } from '../api.ts'

/** So many usual distances without a run are a gap. */
const gapDistances = 3

/** Seconds of the intervals with runs of any location, and of one amid each gap. */
export function timesOf({ buckets }: Pick<Series, 'buckets'>): {
  readonly times: number[]
  readonly gaps: Set<number>
} {
  const at = buckets.map((bucket) => Date.parse(bucket.at) / 1000)
  const distances = at.slice(1).map((one, index) => one - (at[index] ?? one))
  const usual = distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0
  const gaps = distances.flatMap((distance, index) =>
    distance > usual * gapDistances ? [(at[index] ?? 0) + distance / 2] : [],
  )
  return { times: [...at, ...gaps].toSorted((one, other) => one - other), gaps: new Set(gaps) }
}
