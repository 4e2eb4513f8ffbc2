import { dayMs } from '#kernel'
import { countKept, findHours, findRecentHours, findRollupProgress, joinHours, joinRollups } from '#storage/analytics'
import type { RollupLength, RollupProgress, Span, TimeSpan } from '#storage/analytics'
import type { Store } from '#storage/database'
import { coverSpans } from './cover-spans.ts'
import { MetricGroups } from './metric-groups.ts'
import type { MetricGroup } from './metric-groups.ts'
import type { MetricsQuery } from './metrics-query.ts'
import { mergedStretches, splitHours } from './split-hours.ts'

export type { MetricGroup } from './metric-groups.ts'

/** So many values are sorted in some milliseconds. */
const maxExactResults = 100_000

/**
 * The metrics of checks in spans of time. Everything but percentiles is exact. Percentiles are exact too for spans that
 * lie within 24 hours, and for those of a single check with at most 100 000 results; of others they are at most 1 % off.
 */
export async function findMetrics(store: Store, query: MetricsQuery, spans: readonly Span[]): Promise<MetricGroup[]> {
  if (spans.length === 0 || query.checkIds.length === 0) return []
  const progress = await findRollupProgress(store.db)
  const exact = await exactSpans(store, query, spans, progress)
  const cover = coverSpans(
    spans.filter((span) => !exact.includes(span)),
    progress,
  )
  const groups = new MetricGroups(query)
  await Promise.all([
    addMeasured(store, groups, [...exact, ...cover.results], progress),
    addRollups(store, groups, cover.days, 'day'),
    addRollups(store, groups, cover.hours, 'hour'),
  ])
  return groups.list()
}

async function exactSpans(
  { db }: Store,
  { accountId, checkIds }: MetricsQuery,
  spans: readonly Span[],
  { resultsFromMs }: RollupProgress,
): Promise<readonly Span[]> {
  const measured = spans.filter((span) => span.fromMs >= resultsFromMs)
  const [checkId] = checkIds
  if (checkId !== undefined && checkIds.length === 1 && lengthOf(measured) > dayMs + 1) {
    const fromMs = Math.min(...measured.map((span) => span.fromMs))
    const toMs = Math.max(...measured.map((span) => span.toMs))
    if ((await countKept(db, accountId, checkId, { fromMs, toMs })) <= maxExactResults) return measured
  }
  const short = measured.filter((span) => span.toMs - span.fromMs <= dayMs + 1)
  return lengthOf(short) <= dayMs + 1 ? short : []
}

const lengthOf = (spans: readonly Span[]): number =>
  mergedStretches(spans).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)

async function addMeasured(
  { db }: Store,
  groups: MetricGroups,
  spans: readonly Span[],
  progress: RollupProgress,
): Promise<void> {
  const { whole, edges, recent } = splitHours(spans, progress)
  const [joined, cut, late] = await Promise.all([
    whole.length === 0 ? [] : joinHours(db, groups.query, whole),
    Promise.all(batchesOf(edges).map((some) => findHours(db, groups.query, some))),
    Promise.all(recent.map((timeSpan) => findRecentHours(db, groups.query, timeSpan))),
  ])
  groups.addJoinedHours(joined)
  groups.addEdges(cut.flat(), spans)
  groups.addHours(late.flat(), spans)
}

/** The two ends of a long range are read apart, so that the days between them are not read. */
const batchesOf = (edges: readonly TimeSpan[]): (readonly TimeSpan[])[] =>
  edges.length <= 2 ? edges.map((edge) => [edge]) : [edges]

async function addRollups(
  { db }: Store,
  groups: MetricGroups,
  spans: readonly Span[],
  length: RollupLength,
): Promise<void> {
  if (spans.length === 0) return
  const isBrokenDown = length === 'hour' || groups.query.groupBy !== null
  groups.addJoinedRollups(await joinRollups(db, { length, isBrokenDown }, groups.query, spans))
}
