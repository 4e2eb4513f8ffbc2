import { expect, it } from 'vitest'
import { arrangeComponents } from './arrange-components.ts'

const component = (id: string, changes: object = {}) => ({
  id,
  parentId: null,
  type: 'SERVICE' as const,
  name: id,
  description: null,
  displayOrder: 0,
  hidden: false,
  configuration: { showHistoricalData: true },
  createdAt: new Date(0),
  ...changes,
})
const group = (id: string, changes: object = {}) => component(id, { type: 'GROUP', ...changes })
const shown = (components: Parameters<typeof arrangeComponents>[0]) =>
  arrangeComponents(components).map(({ name, services }) => [name, services.map((service) => service.name)])

it('components are shown by their order, those in no group in cards without a name', () => {
  expect(
    shown([
      component('after', { displayOrder: 9 }),
      component('inner', { parentId: 'shop', displayOrder: 2 }),
      component('first', { parentId: 'shop', displayOrder: 1 }),
      group('shop', { displayOrder: 5 }),
      component('before', { displayOrder: -1 }),
    ]),
  ).toEqual([
    [null, ['before']],
    ['shop', ['first', 'inner']],
    [null, ['after']],
  ])
})

it('a group in a group is named after both, and its components know both', () => {
  const cards = arrangeComponents([
    group('outer'),
    group('inner', { parentId: 'outer' }),
    component('deep', { parentId: 'inner' }),
  ])
  expect(cards).toMatchObject([
    { name: 'outer / inner', isFolded: true, services: [{ name: 'deep', groupIds: ['outer', 'inner'] }] },
  ])
})

it('what is hidden is not shown, nor what is in a hidden group', () => {
  expect(
    shown([
      group('secret', { hidden: true }),
      component('in secret', { parentId: 'secret' }),
      component('hidden', { hidden: true }),
      group('empty'),
    ]),
  ).toEqual([['empty', []]])
})
