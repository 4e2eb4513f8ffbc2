import { expect, it } from 'vitest'
import { besides, suggestAssertions } from './suggest-assertions.ts'

it('suggests what an answer fulfils', () => {
  const answer = {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: '{"status":"ok","at":1,"list":[]}',
  }
  expect(suggestAssertions(answer, 120)).toEqual([
    { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200' },
    { source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '400' },
    { source: 'HEADERS', property: 'content-type', comparison: 'CONTAINS', target: 'application/json' },
    { source: 'JSON_BODY', property: '$.status', comparison: 'EQUALS', target: 'ok' },
  ])
})

it('suggests nothing about a body that is no JSON', () => {
  expect(suggestAssertions({ status: 204, body: '<html>' }, 10)).toHaveLength(2)
  expect(suggestAssertions({}, 10)).toHaveLength(1)
})

it('suggests nothing about what is asserted already', () => {
  const kept = [
    { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '503' },
    { source: 'HEADERS', property: 'Content-Type', comparison: 'CONTAINS', target: 'text/html' },
  ]
  const suggested = suggestAssertions({ status: 200, headers: { 'content-type': 'text/plain' } }, 10)
  expect(besides(kept, suggested).map(({ source }) => source)).toEqual(['RESPONSE_TIME'])
})
