import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answers, Assertion, AssertionOutcome } from '#contract'
import { redactionMark } from '#redaction'
import { evaluateRun } from './evaluate-run.ts'
import { answers, assertionOf, httpAnswer, observationOf, taskOf } from './run-samples.ts'

const evaluate = (assertion: Assertion, fields: Partial<Answers['API']> = {}, secrets: string[] = []) =>
  evaluateRun(taskOf('API', [assertion], { secrets }), observationOf<'API'>(httpAnswer(fields))).assertions[0]
const onJson = (document: unknown, property: string, comparison: Assertion['comparison'], target = '') =>
  evaluate(assertionOf('JSON_BODY', comparison, { property, target }), { body: JSON.stringify(document) })
const outcomeOf = (outcome: AssertionOutcome | undefined) =>
  outcome?.error === null ? (outcome.passed ? 'passes' : 'fails') : 'error'

const document = {
  name: 'orders',
  count: 3,
  price: 1.5,
  numeric: '42',
  empty: '',
  none: null,
  yes: true,
  list: [1, 5, 2],
  names: ['a', 'b'],
  pair: { b: 2, a: 1 },
  nothing: {},
  nested: [{ id: 1, tag: 'x' }, { id: 2 }],
}

describe('numbers that a double would round', () => {
  const body =
    '{"id":9007199254740993,"next":9007199254740994,"max":18446744073709551615,"text":"9007199254740993",' +
    '"price":0.1,"sum":0.30000000000000000001,"large":1e400,"list":[{"id":9007199254740993},{"id":9007199254740992}]}'
  it.each([
    ['$.id', 'EQUALS', '9007199254740993', 'passes'],
    ['$.id', 'EQUALS', '9007199254740993.0', 'passes'],
    ['$.id', 'EQUALS', '9007199254740992', 'fails'],
    ['$.next', 'EQUALS', '9007199254740993', 'fails'],
    ['$.next', 'EQUALS', '9007199254740994', 'passes'],
    ['$.id', 'NOT_EQUALS', '9007199254740992', 'passes'],
    ['$.id', 'NOT_EQUALS', '9007199254740993', 'fails'],
    ['$.id', 'GREATER_THAN', '9007199254740992', 'passes'],
    ['$.id', 'LESS_THAN', '9007199254740993', 'fails'],
    ['$.text', 'GREATER_THAN', '9007199254740992', 'passes'],
    ['$.text', 'LESS_THAN', '9007199254740993', 'fails'],
    ['$.max', 'CONTAINS', '18446744073709551615', 'passes'],
    ['$.max', 'CONTAINS', '18446744073709552000', 'fails'],
    ['$.price', 'EQUALS', '0.10000000000000000001', 'fails'],
    ['$.price', 'LESS_THAN', '0.10000000000000000001', 'passes'],
    ['$.sum', 'EQUALS', '0.3', 'fails'],
    ['$.sum', 'GREATER_THAN', '0.3', 'passes'],
    ['$.large', 'EQUALS', '1E+400', 'passes'],
    ['$.large', 'GREATER_THAN', '9e399', 'passes'],
    ['$.id', 'NOT_EMPTY', '', 'passes'],
    ['$.id', 'HAS_KEY', 'text', 'fails'],
    ['$.id.*', 'IS_EMPTY', '', 'passes'],
    ['$.list', 'CONTAINS', '{"id":9007199254740993}', 'passes'],
    ['$.list', 'CONTAINS', '{"id":9007199254740991}', 'fails'],
    ['$.list[0]', 'EQUALS', '{"id":9007199254740992}', 'fails'],
    ['$.list[0]', 'HAS_VALUE', '9007199254740993', 'passes'],
    ['$.list[?@.id == 9007199254740993].id', 'EQUALS', '9007199254740993', 'passes'],
    ['$.list[?@.id > 9007199254740992].id', 'EQUALS', '9007199254740993', 'passes'],
    ['$.list[?!(@.id != 9007199254740992) && @.id <= 9007199254740992].id', 'EQUALS', '9007199254740992', 'passes'],
    ['$.list[?@ == $.list[1]].id', 'EQUALS', '9007199254740992', 'passes'],
    ['$[?@ >= 18446744073709551616]', 'EQUALS', '1e400', 'passes'],
    ['$.list[?length(@.id) == 0]', 'IS_EMPTY', '', 'passes'],
    ['$.list[?@.none == @.other].id', 'GREATER_THAN', '1', 'passes'],
  ] as const)('%s %s %s %s', (property, comparison, target, expected) => {
    expect(outcomeOf(evaluate(assertionOf('JSON_BODY', comparison, { property, target }), { body }))).toBe(expected)
  })

  it('are ordered as whole numbers of any size are, in a body and in a filter', () => {
    const near = fc.tuple(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.bigInt({ min: -2n, max: 2n }),
      fc.nat(30),
    )
    fc.assert(
      fc.property(near, ([value, step, places]) => {
        const target = value + step
        // json-p3 does not read 0e-1.
        const literal = target === 0n ? '0' : `${target}e-${places}`
        const json = `{"list":[{"n":${value}e-${places}}]}`
        const holds = (comparison: Assertion['comparison'], property = '$.list[0].n') =>
          outcomeOf(
            evaluate(assertionOf('JSON_BODY', comparison, { property, target: `${target}e-${places}` }), {
              body: json,
            }),
          )
        const expected = (is: boolean) => (is ? 'passes' : 'fails')
        expect(holds('EQUALS')).toBe(expected(value === target))
        expect(holds('NOT_EQUALS')).toBe(expected(value !== target))
        expect(holds('GREATER_THAN')).toBe(expected(value > target))
        expect(holds('LESS_THAN')).toBe(expected(value < target))
        expect(holds('NOT_EMPTY', `$.list[?@.n <= ${literal}]`)).toBe(expected(value <= target))
      }),
    )
  })

  it('are shown by their digits', () => {
    const shown = (property: string) => evaluate(assertionOf('JSON_BODY', 'IS_NULL', { property }), { body })?.actual
    expect(shown('$.id')).toBe('9007199254740993')
    expect(shown('$.list')).toBe('[{"id":9007199254740993},{"id":9007199254740992}]')
    expect(shown('$.list[*].id')).toBe('[9007199254740993,9007199254740992]')
  })
})

describe('comparisons on JSON values', () => {
  it.each([
    ['$.name', 'EQUALS', 'orders', 'passes'],
    ['$.name', 'EQUALS', 'Orders', 'fails'],
    ['$.count', 'EQUALS', '3', 'passes'],
    ['$.count', 'EQUALS', '3.0', 'passes'],
    ['$.count', 'EQUALS', 'three', 'fails'],
    ['$.numeric', 'EQUALS', '42', 'passes'],
    ['$.numeric', 'EQUALS', '42.0', 'fails'],
    ['$.yes', 'EQUALS', 'true', 'passes'],
    ['$.none', 'EQUALS', 'null', 'passes'],
    ['$.pair', 'EQUALS', '{"a":1,"b":2}', 'passes'],
    ['$.pair', 'EQUALS', '{"a":1}', 'fails'],
    ['$.list', 'EQUALS', '[1, 5, 2]', 'passes'],
    ['$.list', 'EQUALS', '[1, 2, 5]', 'fails'],
    ['$.name', 'NOT_EQUALS', 'x', 'passes'],
    ['$.list[*]', 'NOT_EQUALS', '5', 'fails'],
    ['$.list[*]', 'LESS_THAN', '3', 'fails'],
    ['$.list[*]', 'LESS_THAN', '6', 'passes'],
    ['$.numeric', 'GREATER_THAN', '41.5', 'passes'],
    ['$.name', 'GREATER_THAN', '1', 'error'],
    ['$.count', 'GREATER_THAN', 'one', 'error'],
    ['$.yes', 'LESS_THAN', '2', 'error'],
    ['$.name', 'CONTAINS', 'der', 'passes'],
    ['$.names', 'CONTAINS', 'b', 'passes'],
    ['$.names', 'NOT_CONTAINS', 'c', 'passes'],
    ['$.list', 'CONTAINS', '5', 'passes'],
    ['$.pair', 'CONTAINS', 'a', 'error'],
    ['$.pair', 'NOT_CONTAINS', 'zzz', 'error'],
    ['$.pair', 'HAS_KEY', 'a', 'passes'],
    ['$.pair', 'HAS_KEY', 'toString', 'fails'],
    ['$.list', 'HAS_KEY', '2', 'passes'],
    ['$.list', 'HAS_KEY', '3', 'fails'],
    ['$.name', 'HAS_KEY', 'a', 'fails'],
    ['$.pair', 'NOT_HAS_KEY', 'c', 'passes'],
    ['$.pair', 'HAS_VALUE', '2', 'passes'],
    ['$.names', 'HAS_VALUE', 'b', 'passes'],
    ['$.names', 'NOT_HAS_VALUE', 'b', 'fails'],
    ['$.empty', 'IS_EMPTY', '', 'passes'],
    ['$.nothing', 'IS_EMPTY', 'ignored', 'passes'],
    ['$.none', 'IS_EMPTY', '', 'passes'],
    ['$.count', 'IS_EMPTY', '', 'fails'],
    ['$.list', 'NOT_EMPTY', '', 'passes'],
    ['$.none', 'IS_NULL', '', 'passes'],
    ['$.empty', 'IS_NULL', '', 'fails'],
    ['$.empty', 'NOT_NULL', '', 'passes'],
  ] as const)('%s %s %j %s', (property, comparison, target, expected) => {
    expect(outcomeOf(onJson(document, property, comparison, target))).toBe(expected)
  })

  it.each([
    ['EQUALS', 'fails'],
    ['NOT_EQUALS', 'passes'],
    ['HAS_KEY', 'fails'],
    ['NOT_HAS_KEY', 'passes'],
    ['HAS_VALUE', 'fails'],
    ['NOT_HAS_VALUE', 'passes'],
    ['IS_EMPTY', 'passes'],
    ['NOT_EMPTY', 'fails'],
    ['GREATER_THAN', 'fails'],
    ['LESS_THAN', 'fails'],
    ['CONTAINS', 'fails'],
    ['NOT_CONTAINS', 'passes'],
    ['IS_NULL', 'passes'],
    ['NOT_NULL', 'fails'],
  ] as const)('%s %s when nothing is found, in JSON, headers and texts', (comparison, expected) => {
    expect(outcomeOf(onJson(document, '$.absent', comparison, '1'))).toBe(expected)
    expect(outcomeOf(evaluate(assertionOf('HEADERS', comparison, { property: 'x-absent', target: '1' })))).toBe(
      expected,
    )
    const text = assertionOf('TEXT_BODY', comparison, { property: 'no (match)', target: '1' })
    expect(outcomeOf(evaluate(text, { body: 'some text' }))).toBe(expected)
  })
})

describe('JSON paths', () => {
  it.each([
    ['', 'HAS_KEY', 'name'],
    ['$', 'HAS_KEY', 'name'],
    ['$.list.length', 'EQUALS', '3'],
    ['$.name.length', 'EQUALS', '6'],
    ['$.nested[?(@.id == 2)].id', 'EQUALS', '2'],
    ['$.nested[?(@.id == 1 && @.tag == "x")].tag', 'EQUALS', 'x'],
    ['$.nested[?@.id < 2].tag', 'EQUALS', 'x'],
    ['$.nested[(@.length-1)].id', 'EQUALS', '2'],
    ['$.list[(@.length - 2)]', 'EQUALS', '5'],
    ['$.nested.[1].id', 'EQUALS', '2'],
    ['$.list[-1:]', 'EQUALS', '2'],
    ['$.list[:2]', 'LESS_THAN', '6'],
    ['$.list[0,1]', 'NOT_EQUALS', '2'],
    ['$..id', 'LESS_THAN', '3'],
    ['$..[0]', 'NOT_EMPTY', ''],
    ['$.nested[?match(@.tag, "x|y")].id', 'EQUALS', '1'],
    ['$.nested[?search(@.tag, "[a-z]")].id', 'EQUALS', '1'],
    ['$[?length(@) == 6]', 'EQUALS', 'orders'],
    ["$['pair']['a']", 'EQUALS', '1'],
    [' $.count ', 'EQUALS', '3'],
  ] as const)('%s %s %j passes', (property, comparison, target) => {
    expect(onJson(document, property, comparison, target)).toMatchObject({ passed: true, error: null })
  })

  it('lets an own key named length win over the count of items', () => {
    expect(outcomeOf(onJson({ box: { length: 9 } }, '$.box.length', 'EQUALS', '9'))).toBe('passes')
    expect(onJson({ box: { length: 9 }, list: ['ab'] }, '$..length', 'EQUALS', '9')).toMatchObject({ actual: '9' })
  })

  it('leaves dots and brackets inside quoted names alone', () => {
    expect(outcomeOf(onJson({ 'a.[0]': 1 }, "$['a.[0]']", 'EQUALS', '1'))).toBe('passes')
  })

  it('needs a JSON content type', () => {
    const exists = assertionOf('JSON_BODY', 'NOT_NULL', { property: '$' })
    const known = ['application/json', 'Application/Problem+JSON; charset=utf-8', 'text/json', 'model/gltf+json']
    const types = [...known, 'text/html', 'application/jsonp']
    const results = types.map((type) => outcomeOf(evaluate(exists, { headers: { 'content-type': type } })))
    expect(results).toEqual([...known.map(() => 'passes'), 'error', 'error'])
    expect(evaluate(exists, { headers: {} })?.error).toContain('no content type')
  })

  it('fails with the reason when the body is not JSON', () => {
    const isNull = assertionOf('JSON_BODY', 'IS_NULL', { property: '$.a' })
    expect(evaluate(isNull, { body: '{"a":' })).toMatchObject({
      passed: false,
      error: 'The response body is not well-formed JSON.',
    })
    expect(evaluate(isNull, { body: '{"a":', bodyTruncated: true })?.error).toContain('was cut')
  })
})

describe('text and header values', () => {
  it.each([
    ['', 'CONTAINS', 'id=42'],
    ['id=(\\d+)', 'EQUALS', '42'],
    ['id=\\d+', 'EQUALS', 'id=42'],
    ['(?<word>ord\\w+)', 'EQUALS', 'order'],
    ['id=(\\d+)', 'GREATER_THAN', '41'],
    ['(\\{.*\\})', 'HAS_KEY', 'a'],
  ] as const)('the text body by /%s/ %s %j passes', (property, comparison, target) => {
    const body = 'order id=42 id=43 {"a":1}'
    expect(evaluate(assertionOf('TEXT_BODY', comparison, { property, target }), { body })).toMatchObject({
      passed: true,
    })
  })

  it('finds headers in any letter case, joins repeated ones and takes a capture group', () => {
    const headers = { 'cache-control': 'max-age=60, public', 'x-many': ['a', 'b'] }
    const age = { property: 'Cache-Control', regex: 'max-age=(\\d+)', target: '60' }
    expect(outcomeOf(evaluate(assertionOf('HEADERS', 'EQUALS', age), { headers }))).toBe('passes')
    const many = { property: 'X-MANY', target: 'a, b' }
    expect(outcomeOf(evaluate(assertionOf('HEADERS', 'EQUALS', many), { headers }))).toBe('passes')
    const inherited = { property: 'constructor' }
    expect(outcomeOf(evaluate(assertionOf('HEADERS', 'IS_NULL', inherited), { headers }))).toBe('passes')
  })

  it.each(['(?=a)b', '(a)\\1', '(?<!a)b', '\\k<name>', '[', 'a{2000}'])('fails on the expression %s', (property) => {
    const outcome = evaluate(assertionOf('TEXT_BODY', 'NOT_CONTAINS', { property, target: 'x' }))
    expect(outcome).toMatchObject({ passed: false, error: expect.stringMatching(/^The regular expression .*\.$/) })
  })

  it('compares numbers of number sources, and rejects a target that is not a number', () => {
    expect(outcomeOf(evaluate(assertionOf('STATUS_CODE', 'EQUALS', { target: ' 200.0 ' })))).toBe('passes')
    expect(outcomeOf(evaluate(assertionOf('STATUS_CODE', 'NOT_EQUALS', { target: 'x' })))).toBe('error')
    expect(outcomeOf(evaluate(assertionOf('RESPONSE_TIME', 'LESS_THAN', { target: '100' })))).toBe('fails')
  })

  it('reads the latency statistic the property names', () => {
    const max = assertionOf('LATENCY', 'EQUALS', { property: 'max', target: '30' })
    const unknown = assertionOf('LATENCY', 'NOT_EQUALS', { property: 'toString', target: '30' })
    const verdict = evaluateRun(taskOf('ICMP', [max, unknown]), observationOf<'ICMP'>(answers.ICMP))
    expect(verdict.assertions.map(outcomeOf)).toEqual(['passes', 'error'])
  })
})

describe('what an outcome shows', () => {
  it('never shows the value of a secret header', () => {
    const headers = { 'set-cookie': ['session=abc'] }
    const outcome = evaluate(assertionOf('HEADERS', 'EQUALS', { property: 'Set-Cookie', target: 'x' }), { headers })
    expect(outcome).toMatchObject({ passed: false, actual: redactionMark })
  })

  it('never quotes an expression in the spelling of the engine, which would not be recognised as a secret', () => {
    const secret = 'zzq/xyw"é'
    for (const property of [`(${secret}`, `${secret}[`, `$.a[?match(@, "(${secret}")]`]) {
      for (const source of ['TEXT_BODY', 'JSON_BODY'] as const) {
        const outcome = evaluate(assertionOf(source, 'EQUALS', { property, target: 'x' }), {}, [secret])
        expect(String(outcome?.error)).not.toMatch(/zzq|xyw|é/)
      }
    }
  })

  it('cuts the actual value at 10 KB without leaving half a secret', () => {
    const secret = 'S'.repeat(50)
    const outcome = evaluate(assertionOf('TEXT_BODY', 'IS_EMPTY'), { body: `${'a'.repeat(10_220)}${secret}rest` }, [
      secret,
    ])
    expect(outcome?.actual).toHaveLength(10_220 + redactionMark.length + 'rest'.length)
    const longer = evaluate(assertionOf('TEXT_BODY', 'IS_EMPTY'), { body: secret.repeat(1000) }, [secret])
    expect(longer?.actual).not.toContain('S')
    expect(longer?.actual?.length).toBeLessThanOrEqual(10_240)
  })
})
