import { expect, it } from 'vitest'
import { operations, resourceEvents } from '#contract'

it('an event names nothing that the lowest role cannot read', () => {
  const refused = Object.entries(resourceEvents).filter(([, { readBy }]) => operations[readBy].access !== 'read')
  expect(refused).toEqual([])
})

it('a resource is named by one event', () => {
  const named = Object.values(resourceEvents).flatMap(({ resources }): readonly string[] => resources)
  expect(new Set(named).size).toBe(named.length)
})
