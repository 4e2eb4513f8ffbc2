import type { Answer } from '../../api/operations.ts'
import type { CheckChange } from '../../live/live.tsx'
import type { State } from '../../ui/status.tsx'

type Cells = Answer<'listCheckCells'>
export type Cell = Cells['cells'][number]

export interface CellGroup {
  readonly id: number | null
  readonly name: string
  readonly cells: readonly Cell[]
  readonly counts: Readonly<Record<State, number>>
}

/**
 * By group, those with most failing checks first, then degraded, then by name. A group that is as it was before is the
 * same object, so that it is not drawn again.
 */
export function groupCells(
  { cells, groups }: Cells,
  withoutGroup: string,
  before: readonly CellGroup[] = [],
): readonly CellGroup[] {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const known = new Map(before.map((group) => [group.id, group]))
  const byGroup = Map.groupBy(cells, ({ groupId }) => groupId)
  return [...byGroup]
    .map(([id, members]) => {
      const name = id === null ? withoutGroup : (names.get(id) ?? String(id))
      const earlier = known.get(id)
      const isSame = earlier?.name === name && hasSame(earlier.cells, members)
      return isSame ? earlier : { id, name, cells: members, counts: countsOf(members) }
    })
    .toSorted(
      (a, b) =>
        b.counts.FAILING - a.counts.FAILING ||
        b.counts.DEGRADED - a.counts.DEGRADED ||
        b.counts.UNKNOWN - a.counts.UNKNOWN ||
        Number(a.id === null) - Number(b.id === null) ||
        a.name.localeCompare(b.name),
    )
}

const hasSame = (some: readonly Cell[], others: readonly Cell[]): boolean =>
  some.length === others.length && some.every((cell, index) => cell === others[index])

function countsOf(cells: readonly Cell[]): Record<State, number> {
  const counts = { FAILING: 0, DEGRADED: 0, PASSING: 0, PENDING: 0, PAUSED: 0, UNKNOWN: 0 }
  for (const { state } of cells) counts[state] += 1
  return counts
}

/** Where the cells of each check stand, by its id, in the cells of this object: one for each of its tags, for example. */
export interface Places {
  readonly of: Cells
  readonly byId: ReadonlyMap<string, readonly number[]>
}

function placesOf({ cells }: Cells): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [index, { id }] of cells.entries()) {
    const known = places.get(id)
    if (known) known.push(index)
    else places.set(id, [index])
  }
  return places
}

/** The cells with the states of changes, the same object when none is another one. Looks at the changed ones only. */
export function withStates(
  before: Cells,
  changes: readonly CheckChange[],
  known: Places | null,
): { readonly cells: Cells; readonly places: Places } {
  const byId = known?.of === before ? known.byId : placesOf(before)
  let next: Cell[] | null = null
  for (const { id, state } of changes) {
    for (const place of byId.get(id) ?? []) {
      const cell = before.cells[place]
      if (cell === undefined || [state, 'PAUSED'].includes(cell.state)) continue
      next ??= [...before.cells]
      next[place] = { ...cell, state }
    }
  }
  const cells = next === null ? before : { ...before, cells: next }
  return { cells, places: { of: cells, byId } }
}
