import type { Answer } from '../api/operations.ts'
import type { State } from '../ui/status.tsx'

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
        a.name.localeCompare(b.name, undefined, { numeric: true }),
    )
}

const hasSame = (some: readonly Cell[], others: readonly Cell[]): boolean =>
  some.length === others.length && some.every((cell, index) => cell === others[index])

function countsOf(cells: readonly Cell[]): Record<State, number> {
  const counts = { FAILING: 0, DEGRADED: 0, PASSING: 0, PENDING: 0, PAUSED: 0, UNKNOWN: 0 }
  for (const { state } of cells) counts[state] += 1
  return counts
}
