import type { CheckRowResource, Handlers } from '#contract'
import { getCheckCells, getCheckRows } from '#reporting'
import type { ListedCheck } from '#storage'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const defaultLimit = 100

const presentRow = ({ position: _position, since, lastRunAt, ...row }: ListedCheck): CheckRowResource => ({
  ...row,
  since: since?.toISOString() ?? null,
  lastRunAt: lastRunAt?.toISOString() ?? null,
})

export const checkRowHandlers = {
  listCheckRows: async ({ query }, context) => {
    const { items, nextId, counts } = await getCheckRows(context.store, callerOf(context), {
      search: query.search ?? null,
      states: query.state ?? null,
      checkTypes: query.checkType ?? null,
      tags: query.tag ?? null,
      groupId: query.groupId ?? null,
      location: query.location ?? null,
      muted: query.muted ?? null,
      sortBy: query.sortBy ?? 'state',
      isDescending: query.sortOrder === 'desc',
      limit: query.limit ?? defaultLimit,
      nextId: query.nextId,
    })
    return { entries: items.map(presentRow), length: items.length, nextId, counts }
  },
  listCheckCells: async (_input, context) => {
    const rows = await getCheckCells(context.store, callerOf(context))
    const groups = new Map<number, string>()
    for (const { groupId, groupName } of rows) if (groupId !== null) groups.set(groupId, groupName ?? '')
    return {
      groups: [...groups].map(([id, name]) => ({ id, name })),
      cells: rows.map(({ id, name, state, groupId }) => ({ id, name, state, groupId })),
    }
  },
} satisfies Partial<Handlers<RequestContext>>
