import { expect, it } from 'vitest'
import { bodyOfCheck } from './body-of-check.ts'

it('leaves out of a check what only the service sets', () => {
  const check = { id: '1', name: 'x', created_at: 't', heartbeat: { period: 1, pingUrl: 'secret' } }
  expect(bodyOfCheck(check)).toEqual({ name: 'x', heartbeat: { period: 1 } })
})
