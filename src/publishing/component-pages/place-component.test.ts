import { expect, it } from 'vitest'
import { configurationOf, parentOf } from './place-component.ts'

const service = (id: string, parentId: string | null = null) => ({ id, parentId, type: 'SERVICE' as const })
const group = (id: string, parentId: string | null = null) => ({ id, parentId, type: 'GROUP' as const })
const page = [group('a'), group('b', 'a'), group('c', 'b'), service('s', 'c')]

it('a component can be in any group of its page that is not inside it', () => {
  expect(parentOf(service('new', 'c'), page)).toBe('c')
  expect(parentOf(group('c', 'a'), page)).toBe('a')
  expect(parentOf(group('a'), page)).toBe(null)
})

it.each([
  ['itself', group('a', 'a')],
  ['a group inside it', group('a', 'c')],
  ['a service', service('new', 's')],
  ['a component of another page', service('new', 'elsewhere')],
])('a component cannot be in %s', (_where, component) => {
  expect(() => parentOf(component, page)).toThrow(expect.objectContaining({ code: 'COMPONENT_INVALID' }))
})

it('a group that contains something stays a group', () => {
  expect(() => parentOf(service('b', 'a'), page)).toThrow(expect.objectContaining({ code: 'COMPONENT_INVALID' }))
})

it('only groups can be expanded', () => {
  expect(configurationOf('GROUP', {})).toEqual({ showHistoricalData: true, expandedByDefault: false })
  expect(configurationOf('SERVICE', { showHistoricalData: false })).toEqual({ showHistoricalData: false })
  expect(() => configurationOf('SERVICE', { expandedByDefault: true })).toThrow(
    expect.objectContaining({ code: 'COMPONENT_INVALID' }),
  )
})
