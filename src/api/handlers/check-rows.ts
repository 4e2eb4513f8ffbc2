import type { CellArrangement, CheckCellsResource, CheckRowResource, Handlers } from '#contract'
import { getCheckCells, getCheckFacets, getCheckRows, getPlacedCells } from '#reporting'
import type { ListedCheckRow } from '#reporting'
import type { CheckCell } from '#storage/checks'
import { presentUnobserved } from '#observation'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { rowFilterOf } from './row-filter-of.ts'

const defaultLimit = 100

function presentRow({
  place: _place,
  sinceMs,
  lastRunAt,
  unobserved,
  silence,
  ...row
}: ListedCheckRow): CheckRowResource {
  const since = unobserved?.since ?? (sinceMs === null ? null : new Date(sinceMs))
  return {
    ...row,
    since: since?.toISOString() ?? null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    silence: silence && { ...silence, until: silence.until && new Date(silence.until).toISOString() },
    notRunning: presentUnobserved(unobserved),
  }
}

/** By the names of groups; checks without one are the last. */
function byGroup(rows: readonly CheckCell[]): CheckCellsResource {
  const groups = [...Map.groupBy(rows, ({ groupId }) => groupId).values()]
    .map((members) => ({ members, name: members[0]?.groupName?.toLowerCase() ?? null }))
    .toSorted((a, b) => Number(a.name === null) - Number(b.name === null) || ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
  return {
    groups: groups.flatMap(({ members: [first] }) =>
      first === undefined || first.groupId === null ? [] : [{ id: first.groupId, name: first.groupName ?? '' }],
    ),
    cells: groups.flatMap(({ members }) =>
      members.map(({ id, name, state, groupId }) => ({ id, name, state, groupId })),
    ),
  }
}

type Placed = Awaited<ReturnType<typeof getPlacedCells>>[number]

const placesOf: Readonly<Record<Exclude<CellArrangement, 'group'>, (cell: Placed) => readonly string[]>> = {
  tag: ({ tags }) => tags,
  location: ({ locations, privateLocations }) => [...locations, ...privateLocations],
  place: ({ places }) => places,
  type: ({ checkType }) => [checkType],
}

/** A cell in each of its places, by the names of places; checks without one are the last. */
function byPlace(rows: readonly Placed[], namesOf: (cell: Placed) => readonly string[]): CheckCellsResource {
  const placed = rows.map((row) => ({ row, names: [...new Set(namesOf(row))] }))
  const names = [...new Set(placed.flatMap((one) => one.names))].toSorted()
  const cellsAt = new Map<string | null, CheckCellsResource['cells']>([...names, null].map((name) => [name, []]))
  const ids = new Map(names.map((name, index) => [name, index + 1]))
  for (const { row, names: own } of placed)
    for (const name of own.length > 0 ? own : [null])
      cellsAt.get(name)?.push({
        id: row.id,
        name: row.name,
        state: row.state,
        groupId: name === null ? null : (ids.get(name) ?? null),
      })
  return { groups: names.map((name, index) => ({ id: index + 1, name })), cells: [...cellsAt.values()].flat() }
}

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
  listCheckCells: async ({ query: { arrangeBy = 'group' } }, context) =>
    arrangeBy === 'group'
      ? byGroup(await getCheckCells(context.store, callerOf(context)))
      : byPlace(await getPlacedCells(context.store, callerOf(context)), placesOf[arrangeBy]),
} satisfies Partial<Handlers<RequestContext>>
