import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { call, callWith } from '../../api/call.ts'
import { changeAll } from '../../api/change.ts'
import type { Change } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { queryKey, useOperation } from '../../api/use-operation.ts'
import { typedBody } from '../../ui/form/body.ts'
import type { Body } from '../../ui/form/body.ts'

export type Group = Answer<'getCheckGroup'>
export type Member = Answer<'listCheckCells'>['cells'][number]
export type MemberRows = Answer<'listCheckRows'>
export type Order = Answer<'getCheckGroupOrder'>

export const useGroup = (id: number): UseQueryResult<Group, ApiError> =>
  useOperation('getCheckGroup', { params: { id } })

/** All groups of the account. */
export const useGroups = () => useAllItems('listCheckGroups')

/** The checks of all groups; undefined until they are there. */
export const useCells = () => useOperation('listCheckCells', undefined, { staleMs: 30_000 }).data

/** The checks of a group. */
export const useMembers = (groupId: number | undefined): readonly Member[] =>
  useCells()?.cells.filter((cell) => cell.groupId === groupId) ?? []

const pageSize = 100

/** The checks of a group, failing first, page after page. */
export const useMemberPages = (groupId: number) =>
  useInfiniteQuery<MemberRows, ApiError>({
    queryKey: ['listCheckRows', 'pages', { groupId }],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'listCheckRows',
        { query: { groupId, limit: pageSize, ...(typeof pageParam === 'string' && { nextId: pageParam }) } },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextId }) => nextId,
  })

export const useOrder = (id: number): UseQueryResult<Order, ApiError> =>
  useOperation('getCheckGroupOrder', { params: { id } })

export const useChannels = () => useAllItems('listAlertChannels', { staleMs: 60_000 }).data ?? []
export const useSnippets = () => useAllItems('listSnippets', { staleMs: 60_000 }).data ?? []

export const useUses = (id: number) => useOperation('getUsesOfCheckGroup', { params: { id } })

/** Runs the checks of a group that are not paused. */
export const runGroup = (id: number) => call('runCheckGroup', { params: { id } })

/** Saves an order, which the answer then shows. */
export function useSaveOrder(id: number): (checkIds: string[]) => Promise<void> {
  const client = useQueryClient()
  return async (checkIds) => {
    const answer = await call('setCheckGroupOrder', { params: { id }, body: { checkIds } })
    client.setQueryData(queryKey('getCheckGroupOrder', { params: { id } }), answer)
  }
}

/** Changes a group, leaves its screen, and has what shows it read again. Throws ApiErrors. */
export function useGroupChanges(leave: () => Promise<void> = async () => {}) {
  const client = useQueryClient()
  const after = (work: (change: Change) => Promise<unknown>): Promise<void> =>
    changeAll(client, async (change) => {
      await work(change)
      await leave()
    })
  return {
    create: (body: Body) => after((change) => change('createCheckGroupV2', { body: typedBody(body) })),
    update: (id: number, body: Body) =>
      after((change) => change('updateCheckGroup', { params: { id }, body: typedBody(body) })),
    mute: (id: number, body: Input<'muteCheckGroup'>['body']) =>
      after((change) => change('muteCheckGroup', { params: { id }, body })),
    unmute: (id: number) => after((change) => change('unmuteCheckGroup', { params: { id } })),
    remove: (id: number, hasMembers: boolean) => after((change) => remove(change, id, hasMembers)),
  }
}

/** A group is deleted without checks only: they leave it first. */
async function remove(change: Change, id: number, hasMembers: boolean): Promise<void> {
  if (hasMembers) await change('changeChecks', { body: { filter: { groupId: id }, change: { groupId: null } } })
  await change('deleteCheckGroup', { params: { id } })
}
