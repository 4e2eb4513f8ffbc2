import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readResult, readResults } from '../../../results/api.ts'
import type { ListedResult } from '../../../results/api.ts'
import { reasonOf } from '../../../results/reason.ts'
import { stateOfResult } from '../../../results/state-of-result.ts'
import { stateOf } from './series-words.ts'
import type { Bucket } from './series-words.ts'
import { queryOf } from './range.ts'
import { after } from '../../../time/page-time.ts'

export interface FoundResult {
  readonly entry: ListedResult
  /** Why it did not pass; null when it did. */
  readonly reason: string | null
}

/** Results are found by when they were queued, and counted by when they were stored. */
const queuedBeforeMs = 120_000
const ranks = ['FAILING', 'DEGRADED', 'UNKNOWN', 'PASSING', 'PAUSED']

/** The worst result of an interval, the latest of several; null when there is none any more. */
export const findResult = (
  client: QueryClient,
  checkId: string,
  bucket: Bucket,
  lengthMs: number,
): Promise<FoundResult | null> =>
  client.fetchQuery({
    queryKey: ['listCheckResultsV2', 'worst', checkId, bucket],
    staleTime: Infinity,
    queryFn: async () => {
      const fromMs = Date.parse(bucket.at)
      const span = { fromMs: fromMs - queuedBeforeMs, toMs: fromMs + lengthMs }
      const failures = stateOf(bucket) === 'FAILING' ? { hasFailures: true } : {}
      const { entries } = await readResults(checkId, 50, { ...queryOf(span), ...failures })
      const inside = entries.filter(({ created_at }) => Date.parse(created_at ?? '') >= fromMs)
      const [entry] = inside.toSorted(
        (one, other) => ranks.indexOf(stateOfResult(one)) - ranks.indexOf(stateOfResult(other)),
      )
      if (entry?.id === undefined) return null
      if (stateOfResult(entry) === 'PASSING') return { entry, reason: null }
      return { entry, reason: reasonOf(await readResult(checkId, entry.id)) }
    },
  })

const dwellMs = 150

/** The same for the interval under the pointer, once the pointer rests on it. */
export function useFoundResult(checkId: string, bucket: Bucket | undefined, lengthMs: number): FoundResult | null {
  const client = useQueryClient()
  const [found, setFound] = useState<{ readonly of: Bucket; readonly result: FoundResult | null } | null>(null)
  useEffect(() => {
    if (bucket === undefined) return undefined
    return after(dwellMs, () => {
      findResult(client, checkId, bucket, lengthMs).then(
        (result) => setFound({ of: bucket, result }),
        () => null,
      )
    })
  }, [client, checkId, bucket, lengthMs])
  return bucket !== undefined && found?.of === bucket ? found.result : null
}
