import { expect, it } from 'vitest'
import { answerLines, headerAssertions, isAsserted, toggled } from './answer-values.ts'

it('writes a body as lines whose values can be asserted by their paths', () => {
  const lines =
    answerLines('{"id":"ord_1","total":{"value":129,"a b":null},"tags":["x",true],"none":[],"empty":""}') ?? []
  expect(lines.map(({ indent, before, value, after }) => `${' '.repeat(indent)}${before}${value}${after}`)).toEqual([
    '{',
    ' "id": "ord_1",',
    ' "total": {',
    '  "value": 129,',
    '  "a b": null',
    ' },',
    ' "tags": [',
    '  "x",',
    '  true',
    ' ],',
    ' "none": [],',
    ' "empty": ""',
    '}',
  ])
  expect(lines.flatMap(({ assertion }) => (assertion ? Object.values(assertion).slice(1).join(' ') : []))).toEqual([
    '$.id EQUALS ord_1',
    '$.total.value EQUALS 129',
    '$.total["a b"] IS_NULL ',
    '$.tags[0] EQUALS x',
    '$.tags[1] EQUALS true',
    '$.empty IS_EMPTY ',
  ])
})

it('has no lines of what is no JSON, and at most 500 of what is long', () => {
  const [, id] = answerLines('{"id":9007199254740993}') ?? []
  expect([id?.value, id?.assertion?.target]).toEqual(['9007199254740993', '9007199254740993'])
  expect(answerLines('9007199254740993')).toBe(null)
  expect(answerLines('<html>')).toBe(null)
  expect(answerLines('"text"')).toBe(null)
  expect(answerLines(JSON.stringify(Array.from({ length: 9_000 }, () => 1)))).toHaveLength(500)
  expect(answerLines(JSON.stringify({ long: 'x'.repeat(300) }))?.[1]?.assertion?.comparison).toBe('NOT_EMPTY')
})

it('adds an assertion once, and takes it away again', () => {
  const [assertion] = headerAssertions({ 'Content-Type': 'text/html' })
  if (assertion === undefined) throw new Error('There is a header.')
  expect(assertion).toEqual({ source: 'HEADERS', property: 'content-type', comparison: 'EQUALS', target: 'text/html' })
  const other = { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }
  const added = toggled([other], assertion)
  expect(added).toEqual([other, assertion])
  expect(isAsserted(added, { ...assertion, target: 'something else' })).toBe(true)
  expect(isAsserted([other], { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '201' })).toBe(true)
  expect(toggled(added, assertion)).toEqual([other])
})
