import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { queryKey, useOperation } from '../api/use-operation.ts'
import type { Answer } from '../api/operations.ts'
import { homeOverview } from './home-reads.ts'
import { useCheckChanges } from './live.tsx'
import type { CheckChange } from './live.tsx'
import { useReread } from './use-reread.ts'

const counted = { query: { limit: 1 } }

/** How many checks have each state, read anew when a run changes a state. On home its own overview counts them. */
export function useLiveCounts(isHome: boolean): Answer<'listCheckRows'>['counts'] | undefined {
  const client = useQueryClient()
  const { data } = useOperation('listCheckRows', counted, { everyMs: 60_000, enabled: !isHome })
  const overview = useOperation('getOverview', homeOverview, { enabled: false })
  const known = useRef(new Map<string, CheckChange['state']>())
  const counts = isHome ? overview.data?.counts : data?.counts
  const hasTrouble = useRef(false)
  hasTrouble.current = counts !== undefined && counts.FAILING + counts.DEGRADED > 0
  const reread = useReread(
    useCallback(() => void client.invalidateQueries({ queryKey: queryKey('listCheckRows', counted) }), [client]),
  )
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      let isChanged = false
      for (const { id, state } of changes) {
        const before = known.current.get(id) ?? (hasTrouble.current ? null : 'PASSING')
        isChanged ||= before !== state
        known.current.set(id, state)
      }
      if (isChanged) reread()
    },
    [reread],
  )
  useCheckChanges(onChanges)
  return counts
}
