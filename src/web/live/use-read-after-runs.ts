import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { after, steady } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'
import { followChecks } from './live.tsx'

interface AfterRuns {
  /** Runs of these checks concern it; null: those of any. */
  readonly checkIds: readonly string[] | null
  /** Read again at most this often, in milliseconds. */
  readonly leastMs: number
}

/** Has the answer to a query read again after runs that concern it. While nothing runs nothing is asked. */
export function useReadAfterRuns(queryKey: QueryKey, { checkIds, leastMs }: AfterRuns): void {
  const client = useQueryClient()
  const [hash, ids] = [hashKey(queryKey), checkIds?.join() ?? null]
  const latest = useRef(queryKey)
  latest.current = queryKey
  useEffect(() => {
    const concerned = ids === null ? null : new Set(ids.split(','))
    let readAt = steady()
    let waiting: Cancel | undefined
    const read = (): void => {
      waiting = undefined
      readAt = steady()
      const refetchType = document.hidden ? 'none' : 'active'
      void client.invalidateQueries({ queryKey: latest.current, exact: true, refetchType })
    }
    const end = followChecks((changes) => {
      if (concerned !== null && !changes.some(({ id }) => concerned.has(id))) return
      waiting ??= after(Math.max(0, readAt + leastMs - steady()), read)
    })
    return () => {
      end()
      waiting?.()
    }
  }, [client, hash, ids, leastMs])
}
