import { useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { followChecks } from '../../live/live.tsx'
import { readResults } from '../../results/api.ts'
import type { ResultFilter, ResultList } from '../../results/api.ts'

const newest = 15

/** Puts the results of runs that end in front of those that are listed; older ones are not read again. */
export function useNewResults(checkId: string, queryKey: QueryKey, filter: ResultFilter): void {
  const client = useQueryClient()
  const latest = useRef({ queryKey, filter })
  latest.current = { queryKey, filter }
  useEffect(() => {
    const read = async (): Promise<void> => {
      const { queryKey: key, filter: wanted } = latest.current
      const anew = (): Promise<void> =>
        client.invalidateQueries({ queryKey: key, exact: true, refetchType: document.hidden ? 'none' : 'active' })
      if (document.hidden) return anew()
      const fresh = await readResults(checkId, newest, wanted)
      const known = client.getQueryData<InfiniteData<ResultList>>(key)
      const merged = known && withNewResults(known, fresh.entries)
      if (merged === null) return anew()
      client.setQueryData(key, merged)
    }
    return followChecks((changes) => {
      if (changes.some(({ id }) => id === checkId)) void read().catch(() => null)
    })
  }, [client, checkId])
}

/** The pages with these before what they have; null when there is a gap between them. */
function withNewResults(
  data: InfiniteData<ResultList>,
  newest: ResultList['entries'],
): InfiniteData<ResultList> | null {
  const [first, ...others] = data.pages
  if (first === undefined) return data
  const ids = new Set(first.entries.map(({ id }) => id))
  const at = newest.findIndex(({ id }) => ids.has(id))
  if (at < 0 && first.entries.length > 0 && newest.length > 0) return null
  const fresh = at < 0 ? newest : newest.slice(0, at)
  if (fresh.length === 0) return data
  return { ...data, pages: [{ ...first, entries: [...fresh, ...first.entries] }, ...others] }
}
