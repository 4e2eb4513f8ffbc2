import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { callWith } from '../api/call.ts'
import type { Answer } from '../api/operations.ts'
import { concerns } from './concerns.ts'

type Notifications = Answer<'listAlertNotifications'>
type Item = Notifications['items'][number]

/** Has the newest notifications read for every log of these checks that is shown; older ones stay as they are. */
export function rereadNotifications(client: QueryClient, checkIds: readonly string[] | null): void {
  const ids = checkIds && new Set(checkIds)
  for (const { queryKey } of client.getQueryCache().findAll({ type: 'active', queryKey: ['listAlertNotifications'] })) {
    if (!concerns(queryKey.slice(1), ids)) continue
    const anew = (): void =>
      void client.invalidateQueries({ queryKey, exact: true, refetchType: document.hidden ? 'none' : 'active' })
    const data = client.getQueryData<InfiniteData<Notifications>>(queryKey)
    if (queryKey[1] !== 'pages' || document.hidden || data === undefined) anew()
    else
      void callWith('listAlertNotifications', { query: { ...Object(queryKey[2]), limit: newest } }).then(
        (fresh) =>
          client.setQueryData<InfiniteData<Notifications>>(queryKey, (known) => known && withNewest(known, fresh)),
        anew,
      )
  }
}

const newest = 50

/** The pages with the newest as they are now; those of them that were known are in their old places no more. */
export function withNewest(data: InfiniteData<Notifications>, fresh: Notifications): InfiniteData<Notifications> {
  const ids = new Set(fresh.items.map(({ id }) => id))
  const [first, ...others] = data.pages
  if (first === undefined) return data
  const left = (items: readonly Item[]): Item[] => items.filter(({ id }) => !ids.has(id))
  return {
    ...data,
    pages: [
      { ...first, items: [...fresh.items, ...left(first.items)], total: fresh.total },
      ...others.map((page) => ({ ...page, items: left(page.items) })),
    ],
  }
}
