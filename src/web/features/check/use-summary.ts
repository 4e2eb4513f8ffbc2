import { useRunsNow } from '../../live/use-runs-now.ts'
import { useCheckSeries, useCheckSummary } from './api.ts'
import type { Summary } from './api.ts'
import { queryOf, ranges } from './series/range.ts'
import { sizeOf } from './series/series-words.ts'

/** How many there are, by the names of tabs. */
export type TabCounts = Readonly<Partial<Record<'results' | 'alerts' | 'errors', number>>>

const stepMs = 300_000

/** When the check runs next, what is beside it, and the counts of its tabs. */
export function useSummary(id: string): { readonly summary: Summary | undefined; readonly counts: TabCounts } {
  const summary = useCheckSummary(id)
  const toMs = Math.ceil(useRunsNow(id) / stepMs) * stepMs
  const day = { ...queryOf({ fromMs: toMs - ranges['24h'], toMs }), points: 2 }
  const series = useCheckSeries(id, day, { keepsPrevious: true }).data
  return {
    summary: summary?.checkId === id ? summary : undefined,
    counts: {
      ...(series?.checkId === id && { results: sizeOf(series.total) }),
      ...(summary?.checkId === id && { alerts: summary.alerts, errors: summary.errors }),
    },
  }
}
