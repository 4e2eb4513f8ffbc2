import { hourMs } from '#kernel'
import { findHours, findRecentHours, findRollupProgress } from '#storage/analytics'
import type { MetricPosition, PackedHour } from '#packing'
import type { TimeSpan } from '#storage/analytics'
import type { Store } from '#storage/database'
import { groupKeyOf, isOfStatus, resultsWithin } from './metric-groups.ts'
import type { MetricsQuery } from './metrics-query.ts'

/** The measurement of one result. */
export interface Point {
  readonly groupKey: string
  readonly atMs: number
  readonly outcome: string
  readonly retries: number
  /** NaN for null. */
  readonly valueOf: (position: MetricPosition) => number
}

interface FoundResult {
  readonly groupKey: string
  readonly atMs: number
  readonly location: string
  readonly outcome: string
  readonly hour: PackedHour
  readonly result: number
  readonly isKept: boolean
}

/** The results of one check one by one, oldest first; of every group those from `offset` on. */
export async function findPoints(
  store: Store,
  query: MetricsQuery,
  timeSpan: TimeSpan,
  page: { readonly limit: number; readonly offset: number },
): Promise<Point[]> {
  const { hourMs: keptUntilMs } = await findRollupProgress(store.db)
  const { fromMs, toMs } = timeSpan
  const keptHours = { fromMs: Math.floor(fromMs / hourMs) * hourMs, toMs: Math.min(toMs, keptUntilMs) }
  const [kept, recent] = await Promise.all([
    fromMs < keptUntilMs ? findHours(store.db, { ...query, positions: [] }, [keptHours]) : [],
    toMs > keptUntilMs ? findRecentHours(store.db, query, { fromMs: Math.max(fromMs, keptUntilMs), toMs }) : [],
  ])
  const found = [
    ...kept.flatMap((hour) => resultsOf(hour, query, timeSpan, true)),
    ...recent.flatMap((hour) => resultsOf(hour, query, timeSpan, false)),
  ]
  const listed = [...Map.groupBy(found, (one) => one.groupKey).values()].flatMap((some) =>
    some.toSorted(byTime).slice(page.offset, page.offset + page.limit),
  )
  const whole = await wholeHours(store, query, listed)
  return listed.map((one) => pointOf(one, whole.get(one.hour.startMs) ?? one.hour))
}

function resultsOf(hour: PackedHour, query: MetricsQuery, timeSpan: TimeSpan, isKept: boolean): FoundResult[] {
  let offset = 0
  return hour.series.flatMap((series) => {
    const [location, , outcome, size] = series
    const from = offset
    offset += size
    if (!isOfStatus(outcome, query.status)) return []
    const groupKey = groupKeyOf(series, query.groupBy)
    return resultsWithin(hour, timeSpan, from, size).map((result) => {
      const atMs = hour.storedAtMs(result)
      return { groupKey, atMs, location, outcome, hour, result, isKept }
    })
  })
}

const byTime = (a: FoundResult, b: FoundResult): number => a.atMs - b.atMs || (a.location < b.location ? -1 : 1)

/** Only the hours of one page are read with their values. */
async function wholeHours(
  { db }: Store,
  query: MetricsQuery,
  listed: readonly FoundResult[],
): Promise<Map<number, PackedHour>> {
  const hours = new Set(listed.flatMap(({ hour, isKept }) => (isKept ? [hour.startMs] : [])))
  if (hours.size === 0 || query.positions.length === 0) return new Map()
  const timeSpans = [...hours].map((fromMs) => ({ fromMs, toMs: fromMs + hourMs }))
  const rows = await findHours(db, query, timeSpans)
  return new Map(rows.map((row) => [row.startMs, row]))
}

const pointOf = ({ groupKey, atMs, outcome, result }: FoundResult, hour: PackedHour): Point => ({
  groupKey,
  atMs,
  outcome,
  retries: hour.retriesOf(result),
  valueOf: (position) => hour.valuesOf(position)?.at(result) ?? Number.NaN,
})
