import { expect, it } from 'vitest'
import { LogicalIds } from './logical-ids.ts'

it('resources get the words of their names, numbered where another of the type has them', () => {
  const ids = new LogicalIds(['check home-page', 'check home-page-2'])
  expect(ids.give('check', { name: ' Home: Page! ' })).toBe('home-page-3')
  expect(ids.give('check', { name: 'Home page' })).toBe('home-page-4')
  expect(ids.give('check-group', { name: 'Home page' })).toBe('home-page')
  expect(ids.give('alert-channel', { config: { address: 'ops@shop.example' } })).toBe('ops-shop-example')
  expect(ids.give('check', { name: '日本' })).toBe('check')
})
