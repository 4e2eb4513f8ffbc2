import type { Answer } from '../api/operations.ts'
import type { CheckChange } from './live.tsx'

type Cells = Answer<'listCheckCells'>
type Cell = Cells['cells'][number]
type Row = Answer<'listCheckRows'>['entries'][number]

/** Where the cells of each check stand, by its id: one for each of its tags, for example. */
const known = new WeakMap<Cells, ReadonlyMap<string, readonly number[]>>()

function placesOf(data: Cells): ReadonlyMap<string, readonly number[]> {
  const found = known.get(data)
  if (found) return found
  const places = new Map<string, number[]>()
  for (const [index, { id }] of data.cells.entries()) {
    const own = places.get(id)
    if (own) own.push(index)
    else places.set(id, [index])
  }
  known.set(data, places)
  return places
}

/** The cells with the states of changes, the same object when none is another one. Looks at the changed ones only. */
export function withStates(before: Cells, changes: readonly Pick<CheckChange, 'id' | 'state'>[]): Cells {
  const places = placesOf(before)
  let next: Cell[] | null = null
  for (const { id, state } of changes) {
    for (const place of places.get(id) ?? []) {
      const cell = before.cells[place]
      if (cell === undefined || [state, 'PAUSED'].includes(cell.state)) continue
      next ??= [...before.cells]
      next[place] = { ...cell, state }
    }
  }
  if (next === null) return before
  const cells = { ...before, cells: next }
  known.set(cells, places)
  return cells
}

/**
 * The cells by group with some checks as they are now: those of the rows, while of the others of these ids there are none
 * any more.
 */
export function withRows({ groups, cells }: Cells, ids: ReadonlySet<string>, rows: readonly Row[]): Cells {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  for (const { groupId, groupName } of rows) if (groupId !== null) names.set(groupId, groupName ?? '')
  const own = rows.map(({ id, name, state, groupId }): Cell => ({ id, name, state, groupId }))
  const all = [...cells.filter(({ id }) => !ids.has(id)), ...own]
  const sorted = [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => inOrder(one.name.toLowerCase(), other.name.toLowerCase()))
  const places = new Map(sorted.map(({ id }, index) => [id, index]))
  const placeOf = ({ groupId }: Cell): number => (groupId === null ? sorted.length : (places.get(groupId) ?? 0))
  const used = new Set(all.map(({ groupId }) => groupId))
  return {
    groups: sorted.filter(({ id }) => used.has(id)),
    cells: all.toSorted(
      (one, other) =>
        placeOf(one) - placeOf(other) ||
        inOrder(one.name.toLowerCase(), other.name.toLowerCase()) ||
        inOrder(one.id, other.id),
    ),
  }
}

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
