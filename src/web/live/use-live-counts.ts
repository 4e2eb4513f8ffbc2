import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { queryKey, useOperation } from '../api/use-operation.ts'
import type { Answer } from '../api/operations.ts'
import { useCheckChanges } from './live.tsx'
import type { CheckChange } from './live.tsx'

const counted = { query: { limit: 1 } }
const rereadMs = 1_000

/** How many checks have each state, read anew when a run changes a state, at most once a second. */
export function useLiveCounts(): Answer<'listCheckRows'>['counts'] | undefined {
  const client = useQueryClient()
  const { data } = useOperation('listCheckRows', counted, { everyMs: 15_000 })
  const known = useRef(new Map<string, CheckChange['state']>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const hasTrouble = useRef(false)
  hasTrouble.current = data !== undefined && data.counts.FAILING + data.counts.DEGRADED > 0
  useEffect(() => () => clearTimeout(timer.current), [])
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      let isChanged = false
      for (const { id, state } of changes) {
        const before = known.current.get(id) ?? (hasTrouble.current ? null : 'PASSING')
        isChanged ||= before !== state
        known.current.set(id, state)
      }
      if (!isChanged) return
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        void client.invalidateQueries({ queryKey: queryKey('listCheckRows', counted) })
      }, rereadMs)
    },
    [client],
  )
  useCheckChanges(onChanges)
  return data?.counts
}
