import { useMemo } from 'react'
import { useMetricsOf } from './api.ts'
import type { CheckMetrics } from './api.ts'

const most = 100
/** Thirty days do not change much in five minutes. */
const leastMs = 300_000

/** Availability and p95 of checks by their ids, read in one request for at most a hundred of them. */
export function useCheckMetrics(ids: readonly string[]): ReadonlyMap<string, CheckMetrics> {
  const { data } = useMetricsOf(ids.slice(0, most), leastMs)
  return useMemo(() => new Map(data?.entries.map((entry) => [entry.checkId, entry])), [data])
}
