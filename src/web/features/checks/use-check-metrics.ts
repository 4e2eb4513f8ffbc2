import { useMemo } from 'react'
import type { Answer } from '../../api/operations.ts'
import { queryKey, useOperation } from '../../api/use-operation.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'

export type CheckMetrics = Answer<'listCheckMetrics'>['entries'][number]

const most = 100
/** Thirty days do not change much in five minutes. */
const leastMs = 300_000

/** Availability and p95 of checks by their ids, read in one request for at most a hundred of them. */
export function useCheckMetrics(ids: readonly string[]): ReadonlyMap<string, CheckMetrics> {
  const checkId = ids.slice(0, most)
  const input = { query: { checkId, quickRange: 'last30Days' as const } }
  const { data } = useOperation('listCheckMetrics', input, {
    enabled: checkId.length > 0,
    staleMs: leastMs,
    keepsPrevious: true,
  })
  useReadAfterRuns(queryKey('listCheckMetrics', input), { checkIds: checkId, leastMs })
  return useMemo(() => new Map(data?.entries.map((entry) => [entry.checkId, entry])), [data])
}
