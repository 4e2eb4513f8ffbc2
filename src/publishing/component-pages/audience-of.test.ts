import { expect, it } from 'vitest'
import { audienceOf } from './audience-of.ts'

const components = [
  { id: 'shop', parentId: null },
  { id: 'europe', parentId: 'shop' },
  { id: 'orders', parentId: 'europe' },
  { id: 'search', parentId: 'shop' },
  { id: 'blog', parentId: null },
]

it('an incident on a component is for those who subscribed to it or to a group around it', () => {
  expect(audienceOf(components, ['orders'])?.toSorted()).toEqual(['europe', 'orders', 'shop'])
})

it('an incident on a group is also for those who subscribed to what is in it', () => {
  expect(audienceOf(components, ['shop'])?.toSorted()).toEqual(['europe', 'orders', 'search', 'shop'])
})

it('an incident that affects no component is for everyone', () => {
  expect(audienceOf(components, [])).toBe(null)
})
