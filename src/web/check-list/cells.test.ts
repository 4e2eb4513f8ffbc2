import { expect, it } from 'vitest'
import { withRows, withStates } from '../live/patch-cells.ts'
import { groupCells } from './cells.ts'
import type { Cell } from './cells.ts'
import { aCheckRow } from '../testing/stored-checks.ts'

const cell = (id: string, groupId: number | null, state: Cell['state'] = 'PASSING'): Cell => ({
  id,
  name: id,
  groupId,
  state,
})
const groups = [
  { id: 1, name: 'Shop' },
  { id: 2, name: 'Billing' },
]
const data = {
  groups,
  cells: [cell('a', 1), cell('b', 2), cell('c', 2), cell('d', null), cell('e', 1, 'PAUSED')],
}
const change = (id: string, state: 'PASSING' | 'FAILING') => ({ id, state })

it('the group with most failing checks comes first, then by name, and checks without a group last', () => {
  expect(groupCells(data, 'None').map(({ name }) => name)).toEqual(['Billing', 'Shop', 'None'])
  const cells = withStates(data, [change('a', 'FAILING')])
  expect(groupCells(cells, 'None').map(({ name, counts }) => [name, counts.FAILING])).toEqual([
    ['Shop', 1],
    ['Billing', 0],
    ['None', 0],
  ])
})

it('a change of one check makes one group another object, and the cells that did not change are the same', () => {
  const before = groupCells(data, 'None')
  const cells = withStates(data, [change('b', 'FAILING')])
  const after = groupCells(cells, 'None', before)
  const isSame = (id: number | null): boolean =>
    before.find((group) => group.id === id) === after.find((group) => group.id === id)
  expect([1, 2, null].map(isSame)).toEqual([true, false, true])
  expect(cells.cells.map((one, index) => one === data.cells[index])).toEqual([true, false, true, true, true])
})

it('changes that change nothing, of unknown and of paused checks leave the cells as they are', () => {
  const changes = [change('a', 'PASSING'), change('unknown', 'FAILING'), change('e', 'FAILING')]
  expect(withStates(data, changes)).toBe(data)
})

it('changes of cells that changed before find their places', () => {
  const first = withStates(data, [change('a', 'FAILING')])
  const second = withStates({ groups, cells: first.cells.slice(1) }, [change('c', 'FAILING')])
  expect(second.cells.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'b PASSING',
    'c FAILING',
    'd PASSING',
    'e PAUSED',
  ])
})

it('a check that stands in several places changes in each', () => {
  const twice = { groups, cells: [cell('a', 1), cell('b', 1), cell('a', 2)] }
  const cells = withStates(twice, [change('a', 'FAILING')])
  expect(cells.cells.map(({ state }) => state)).toEqual(['FAILING', 'PASSING', 'FAILING'])
})

it('checks that were edited are where their group and name put them, and those that are gone are not', () => {
  const row = (id: string, groupId: number | null, groupName: string | null) =>
    aCheckRow(id, id, { groupId, groupName })
  const { groups: shown, cells } = withRows(
    {
      groups: [
        { id: 2, name: 'Billing' },
        { id: 1, name: 'Shop' },
      ],
      cells: [cell('b', 2), cell('a', 1), cell('d', null)],
    },
    new Set(['a', 'd', 'c', 'x']),
    [row('a', 2, 'Billing'), row('c', 3, 'Api')],
  )
  expect(shown.map(({ name }) => name)).toEqual(['Api', 'Billing'])
  expect(cells.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})
