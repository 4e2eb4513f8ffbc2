import { useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { useRunsNow } from '../../live/use-runs-now.ts'
import { queryOf, ranges } from './series/range.ts'
import { sizeOf } from './series/series-words.ts'

export type Summary = Answer<'getCheckSummary'>
/** How many there are, by the names of tabs. */
export type TabCounts = Readonly<Partial<Record<string, number>>>

const stepMs = 300_000

/** When the check runs next, what is beside it, and the counts of its tabs. */
export function useSummary(id: string): { readonly summary: Summary | undefined; readonly counts: TabCounts } {
  const summary = useOperation('getCheckSummary', { params: { id } }, { keepsPrevious: true }).data
  const toMs = Math.ceil(useRunsNow(id) / stepMs) * stepMs
  const day = { ...queryOf({ fromMs: toMs - ranges['24h'], toMs }), points: 2 }
  const series = useOperation('getCheckSeries', { params: { id }, query: day }, { keepsPrevious: true }).data
  return {
    summary: summary?.checkId === id ? summary : undefined,
    counts: {
      ...(series?.checkId === id && { results: sizeOf(series.total) }),
      ...(summary?.checkId === id && { alerts: summary.alerts, errors: summary.errors }),
    },
  }
}
