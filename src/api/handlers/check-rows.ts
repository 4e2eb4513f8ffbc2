import type { CheckRowResource, Handlers } from '#contract'
import { getCheckCells, getCheckFacets, getCheckRows } from '#reporting'
import type { ListedCheck } from '#storage'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { rowFilterOf } from './row-filter-of.ts'

const defaultLimit = 100

const presentRow = ({ place: _place, sinceMs, lastRunAt, ...row }: ListedCheck): CheckRowResource => ({
  ...row,
  since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
  lastRunAt: lastRunAt?.toISOString() ?? null,
})

export const checkRowHandlers = {
  listCheckRows: async ({ query }, context) => {
    const { items, nextId, counts } = await getCheckRows(context.store, callerOf(context), {
      ...(query.checkId && { checkIds: query.checkId }),
      ...rowFilterOf(query),
      sortBy: query.sortBy ?? 'state',
      isDescending: query.sortOrder === 'desc',
      limit: query.limit ?? defaultLimit,
      nextId: query.nextId,
    })
    return { entries: items.map(presentRow), length: items.length, nextId, counts }
  },
  listCheckFacets: (_input, context) => getCheckFacets(context.store, callerOf(context)),
  listCheckCells: async (_input, context) => {
    const rows = await getCheckCells(context.store, callerOf(context))
    const byGroup = [...Map.groupBy(rows, ({ groupId }) => groupId).values()]
      .map((members) => ({ members, name: members[0]?.groupName?.toLowerCase() ?? null }))
      .toSorted(
        (a, b) => Number(a.name === null) - Number(b.name === null) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
      )
    return {
      groups: byGroup.flatMap(({ members: [first] }) =>
        first === undefined || first.groupId === null ? [] : [{ id: first.groupId, name: first.groupName ?? '' }],
      ),
      cells: byGroup.flatMap(({ members }) =>
        members.map(({ id, name, state, groupId }) => ({ id, name, state, groupId })),
      ),
    }
  },
} satisfies Partial<Handlers<RequestContext>>
