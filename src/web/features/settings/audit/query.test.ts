import { expect, it } from 'vitest'
import { queryOf } from './query.ts'

it('days of the address are those of the viewer, and the last one is included', () => {
  const seconds = (...day: [number, number, number]) => String(new Date(...day).getTime() / 1_000)
  expect(queryOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual({
    from: seconds(2026, 1, 28),
    to: seconds(2026, 2, 1),
  })
})

it('what the address has wrong is left out instead of being rejected', () => {
  expect(queryOf({ action: 'EATEN', type: 'FISH', person: 'me', from: 'yesterday', q: '' })).toEqual({})
  expect(queryOf({ action: 'DELETED', type: 'CHECK', id: '7', q: 'a'.repeat(300) })).toEqual({
    action: 'DELETED',
    resourceType: 'CHECK',
    resourceId: '7',
    search: 'a'.repeat(200),
  })
})
