import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { Answer } from './operations.ts'
import type { ReadOptions } from './use-operation.ts'

const limit = 100

interface Page<T> {
  readonly items: readonly T[]
  readonly offset: number
  readonly total: number
}

interface Items {
  readonly listAlertChannels: Answer<'listAlertChannels'>['items'][number]
  readonly listCheckGroups: Answer<'listCheckGroups'>['items'][number]
  readonly listSnippets: Answer<'listSnippets'>['items'][number]
}

/** Lists of things of which accounts have hundreds at most, by page. */
const lists: { readonly [K in keyof Items]: (page: number) => Promise<Page<Items[K]>> } = {
  listAlertChannels: (page) => call('listAlertChannels', { query: { limit, page, includeSubscriptions: false } }),
  listCheckGroups: (page) => call('listCheckGroups', { query: { limit, page } }),
  listSnippets: (page) => call('listSnippets', { query: { limit, page } }),
}

/** Reads all pages of a list, one after the other, and keeps them as one. */
export const useAllItems = <K extends keyof Items>(
  id: K,
  { staleMs }: Pick<ReadOptions, 'staleMs'> = {},
): UseQueryResult<readonly Items[K][], ApiError> =>
  useQuery<readonly Items[K][], ApiError>({
    queryKey: [id, 'all'],
    queryFn: () => readAll<Items[K]>(lists[id]),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  })

async function readAll<T extends { readonly id: number }>(
  read: (page: number) => Promise<Page<T>>,
): Promise<readonly T[]> {
  // What is created or deleted meanwhile moves the pages, so that one thing can be on two of them.
  const byId = new Map<number, T>()
  for (let page = 1; ; page += 1) {
    const { items, offset, total } = await read(page)
    for (const item of items) byId.set(item.id, item)
    if (items.length === 0 || offset + items.length >= total) return [...byId.values()]
  }
}
