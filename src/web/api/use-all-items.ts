import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { Answer } from './operations.ts'
import type { ReadOptions } from './use-operation.ts'

const limit = 100

interface Items {
  readonly listAlertChannels: Answer<'listAlertChannels'>['items'][number]
  readonly listCheckGroups: Answer<'listCheckGroups'>['items'][number]
  readonly listDashboards: Answer<'listDashboards'>['items'][number]
  readonly listSnippets: Answer<'listSnippets'>['items'][number]
  readonly listVariables: Answer<'listVariables'>['items'][number]
  readonly listOwnMembers: Extract<Answer<'listOwnMembers'>['members'][number], { readonly type: 'member' }>
}

/** Lists of things of which accounts have hundreds at most, each read whole. */
const lists: { readonly [K in keyof Items]: () => Promise<readonly Items[K][]> } = {
  listAlertChannels: () =>
    readPages((page) => call('listAlertChannels', { query: { limit, page, includeSubscriptions: false } }), idOf),
  listCheckGroups: () => readPages((page) => call('listCheckGroups', { query: { limit, page } }), idOf),
  listDashboards: () => readPages((page) => call('listDashboards', { query: { limit, page } }), idOf),
  listSnippets: () => readPages((page) => call('listSnippets', { query: { limit, page } }), idOf),
  listVariables: () =>
    readPages(
      (page) => call('listVariables', { query: { limit, page } }),
      ({ key }) => key,
    ),
  listOwnMembers: readMembers,
}

/** Reads all pages of a list, one after the other, and keeps them as one. */
export const useAllItems = <K extends keyof Items>(
  id: K,
  { staleMs }: Pick<ReadOptions, 'staleMs'> = {},
): UseQueryResult<readonly Items[K][], ApiError> =>
  useQuery<readonly Items[K][], ApiError>({
    queryKey: [id, 'all'],
    queryFn: lists[id],
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  })

interface Page<T> {
  readonly items: readonly T[]
  readonly offset: number
  readonly total: number
}

const idOf = ({ id }: { readonly id: number }): number => id

async function readPages<T>(
  read: (page: number) => Promise<Page<T>>,
  keyOf: (item: T) => string | number,
): Promise<readonly T[]> {
  // What is created or deleted meanwhile moves the pages, so that one thing can be on two of them.
  const byKey = new Map<string | number, T>()
  for (let page = 1; ; page += 1) {
    const { items, offset, total } = await read(page)
    for (const item of items) byKey.set(keyOf(item), item)
    if (items.length === 0 || offset + items.length >= total) return [...byKey.values()]
  }
}

async function readMembers(): Promise<readonly Items['listOwnMembers'][]> {
  const members: Items['listOwnMembers'][] = []
  for (let nextId: string | undefined; ;) {
    const page: Answer<'listOwnMembers'> = await call('listOwnMembers', {
      query: { type: 'member', limit, ...(nextId !== undefined && { nextId }) },
    })
    members.push(...page.members.flatMap((member) => (member.type === 'member' ? [member] : [])))
    if (page.nextId === null) return members
    nextId = page.nextId
  }
}
