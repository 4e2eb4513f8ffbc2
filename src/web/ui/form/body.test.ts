import { expect, it } from 'vitest'
import { changedFields, changesOf, valueAt, withValue } from './body.ts'

it('reads and writes values at paths without changing what was there', () => {
  const body = { request: { url: 'a', port: 1 } }
  expect(valueAt(body, 'request.url')).toBe('a')
  expect(valueAt(body, 'heartbeat.period')).toBeUndefined()
  expect(withValue(body, 'request.url', 'b')).toEqual({ request: { url: 'b', port: 1 } })
  expect(withValue(body, 'request.port', undefined)).toEqual({ request: { url: 'a' } })
  expect(withValue({}, 'heartbeat.period', 2)).toEqual({ heartbeat: { period: 2 } })
  expect(body).toEqual({ request: { url: 'a', port: 1 } })
})

it('names what saving changes, and sends only the fields that changed', () => {
  const before = { name: 'x', tags: ['a'], request: { url: 'a', port: 1 }, muted: false }
  const after = { name: 'x', tags: ['a', 'b'], request: { url: 'a', port: 2 }, muted: false }
  expect(changesOf(before, after)).toEqual([
    { path: 'request.port', before: 1, after: 2 },
    { path: 'tags', before: ['a'], after: ['a', 'b'] },
  ])
  expect(changedFields(before, after)).toEqual({ tags: ['a', 'b'], request: { url: 'a', port: 2 } })
})
