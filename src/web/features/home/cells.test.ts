import { expect, it } from 'vitest'
import { groupCells, withStates } from './cells.ts'
import type { Cell } from './cells.ts'

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
const change = (id: string, state: 'PASSING' | 'FAILING') => ({
  id,
  state,
  since: null,
  lastResultId: null,
  lastRunAt: null,
  lastResponseTime: null,
})

it('the group with most failing checks comes first, then by name, and checks without a group last', () => {
  expect(groupCells(data, 'None').map(({ name }) => name)).toEqual(['Billing', 'Shop', 'None'])
  const { cells } = withStates(data, [change('a', 'FAILING')], null)
  expect(groupCells(cells, 'None').map(({ name, counts }) => [name, counts.FAILING])).toEqual([
    ['Shop', 1],
    ['Billing', 0],
    ['None', 0],
  ])
})

it('a change of one check makes one group another object, and the cells that did not change are the same', () => {
  const before = groupCells(data, 'None')
  const { cells } = withStates(data, [change('b', 'FAILING')], null)
  const after = groupCells(cells, 'None', before)
  const isSame = (id: number | null): boolean =>
    before.find((group) => group.id === id) === after.find((group) => group.id === id)
  expect([1, 2, null].map(isSame)).toEqual([true, false, true])
  expect(cells.cells.map((one, index) => one === data.cells[index])).toEqual([true, false, true, true, true])
})

it('changes that change nothing, of unknown and of paused checks leave the cells as they are', () => {
  const changes = [change('a', 'PASSING'), change('unknown', 'FAILING'), change('e', 'FAILING')]
  expect(withStates(data, changes, null).cells).toBe(data)
})

it('places that are known are used again, and found anew for other cells', () => {
  const first = withStates(data, [change('a', 'FAILING')], null)
  const second = withStates(first.cells, [change('a', 'PASSING')], first.places)
  expect(second.places.byId).toBe(first.places.byId)
  const fewer = { groups, cells: data.cells.slice(1) }
  const third = withStates(fewer, [change('c', 'FAILING')], second.places)
  expect(third.cells.cells.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'b PASSING',
    'c FAILING',
    'd PASSING',
    'e PAUSED',
  ])
})

it('a check that stands in several places changes in each', () => {
  const twice = { groups, cells: [cell('a', 1), cell('b', 1), cell('a', 2)] }
  const { cells } = withStates(twice, [change('a', 'FAILING')], null)
  expect(cells.cells.map(({ state }) => state)).toEqual(['FAILING', 'PASSING', 'FAILING'])
})
