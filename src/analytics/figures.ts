import { exactFigures, findRollupProgress, partialFigures, rolledUpFigures } from '#storage'
import type { ExactFigureRow, MeasurementFilter, PartialFigureRow, RollupProgress, Span, Store } from '#storage'
import { coverSpans } from './cover-spans.ts'
import { addBins, percentilesOf } from './histogram.ts'
import { dayMs } from './time-range.ts'

/** What is known of one metric; column 0 counts results and their retries. */
export interface Figure {
  readonly size: number
  readonly failures: number
  readonly total: number
  readonly squares: number
  readonly smallest: number
  readonly largest: number
  /** p50, p90, p95 and p99. */
  readonly percentiles: readonly number[]
}

/** Figures of one check, group and span, by column. */
export interface FigureGroup {
  readonly checkId: string
  readonly groupKey: string
  readonly place: number
  readonly figures: ReadonlyMap<number, Figure>
}

const percentileShares = [0.5, 0.9, 0.95, 0.99]

/**
 * The figures of checks in spans of time. Everything but percentiles is exact. Percentiles are exact when the spans
 * of one check come to at most 24 hours whose measurements are kept, and at most 1 % off otherwise.
 */
export async function findFigures(
  store: Store,
  filter: MeasurementFilter,
  spans: readonly Span[],
): Promise<FigureGroup[]> {
  if (spans.length === 0 || filter.checkIds.length === 0) return []
  const progress = await findRollupProgress(store.db)
  if (filter.checkIds.length === 1 && areMeasured(spans, progress))
    return grouped(await exactFigures(store.db, filter, spans), ([row]) => (row ? exactFigure(row) : null))
  const cover = coverSpans(spans, progress)
  const found = await Promise.all([
    cover.days.length === 0 ? [] : rolledUpFigures(store.db, 'day', filter, cover.days),
    cover.hours.length === 0 ? [] : rolledUpFigures(store.db, 'hour', filter, cover.hours),
    cover.measurements.length === 0 ? [] : partialFigures(store.db, filter, cover.measurements),
  ])
  return grouped(found.flat(), joined)
}

const areMeasured = (spans: readonly Span[], progress: RollupProgress): boolean =>
  spans.reduce((sum, span) => sum + span.toMs - span.fromMs, 0) <= dayMs + 1 &&
  spans.every((span) => span.fromMs >= progress.measuredFromMs)

type Row = Pick<PartialFigureRow, 'check_id' | 'group_key' | 'place' | 'metric'>

function grouped<R extends Row>(rows: readonly R[], figureOf: (rows: readonly R[]) => Figure | null): FigureGroup[] {
  const groups = Map.groupBy(rows, (row) => `${row.check_id} ${row.place} ${row.group_key}`)
  return [...groups.values()].flatMap((items) => {
    const [first] = items
    if (!first) return []
    const figures = new Map<number, Figure>()
    for (const [metric, some] of Map.groupBy(items, (row) => row.metric)) {
      const figure = figureOf(some)
      if (figure) figures.set(metric, figure)
    }
    return [{ checkId: first.check_id, groupKey: first.group_key, place: first.place, figures }]
  })
}

const exactFigure = ({ size, failures, total, squares, smallest, largest, percentiles }: ExactFigureRow): Figure => ({
  size,
  failures,
  total,
  squares,
  smallest,
  largest,
  percentiles,
})

function joined(rows: readonly PartialFigureRow[]): Figure {
  const bins = new Map<number, number>()
  for (const row of rows) addBins(bins, row.bins, row.bin_counts)
  const sum = (of: (row: PartialFigureRow) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const smallest = Math.min(...rows.map((row) => row.smallest))
  const largest = Math.max(...rows.map((row) => row.largest))
  return {
    size: sum((row) => row.size),
    failures: sum((row) => row.failures),
    total: sum((row) => row.total),
    squares: sum((row) => row.squares),
    smallest,
    largest,
    percentiles: percentilesOf(bins, percentileShares, { smallest, largest }),
  }
}
