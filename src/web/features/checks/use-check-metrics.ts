import { useMemo } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'

export type CheckMetrics = Answer<'listCheckMetrics'>['entries'][number]

const most = 100
/** Thirty days do not change much in five minutes. */
const everyMs = 300_000

/** Availability and p95 of checks by their ids, read in one request for at most a hundred of them. */
export function useCheckMetrics(ids: readonly string[]): ReadonlyMap<string, CheckMetrics> {
  const checkId = ids.slice(0, most)
  const { data } = useOperation(
    'listCheckMetrics',
    { query: { checkId, quickRange: 'last30Days' } },
    { enabled: checkId.length > 0, everyMs, staleMs: everyMs, keepsPrevious: true },
  )
  return useMemo(() => new Map(data?.entries.map((entry) => [entry.checkId, entry])), [data])
}
