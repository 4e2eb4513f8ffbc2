import { expect, it } from 'vitest'
import { concerns } from './concerns.ts'

it('a query is read anew when it is about what has changed, or about no single thing', () => {
  const ids = new Set(['a', 'b'])
  expect(concerns([{ params: { id: 'a' } }], ids)).toBe(true)
  expect(concerns([{ params: { id: 'c' } }], ids)).toBe(false)
  expect(concerns([{ query: { checkId: 'c', limit: 6 } }], ids)).toBe(false)
  expect(concerns(['pages', { checkId: 'b' }], ids)).toBe(true)
  expect(concerns(['pages', { checkId: 'c' }], ids)).toBe(false)
  expect(concerns([{ query: { checkId: ['c', 'a'] } }], ids)).toBe(true)
  expect(concerns([], ids)).toBe(true)
  expect(concerns([{ query: { limit: 20 } }], ids)).toBe(true)
  expect(concerns([{ params: { id: 'c' } }], null)).toBe(true)
})
