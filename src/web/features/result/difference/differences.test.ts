import { expect, it } from 'vitest'
import { differencesOf } from './differences.ts'

const response = (more: object) => ({
  response: { status: 200, headers: { server: 'a', date: 'x' }, body: 'ok', ...more },
})

it('names what differs between two responses, and not what always does', () => {
  const changed = response({ status: 503, headers: { server: 'b', date: 'y', 'retry-after': '1' }, body: 'down' })
  expect(differencesOf(response({}), changed)).toEqual([
    { name: 'status', before: '200', after: '503' },
    { name: 'retry-after', before: '–', after: '1' },
    { name: 'server', before: 'a', after: 'b' },
    { name: 'body', before: 'ok', after: 'down' },
  ])
  expect(differencesOf(response({}), response({ headers: { server: 'a', date: 'z' } }))).toEqual([])
})

it('a run without a response differs in everything that was there', () => {
  for (const none of [{ response: null }, { response: { status: 0 } }])
    expect(differencesOf(response({ headers: {} }), none)).toEqual([
      { name: 'status', before: '200', after: '–' },
      { name: 'body', before: 'ok', after: '–' },
    ])
})
