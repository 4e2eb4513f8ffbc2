import { describe, expect, it } from 'vitest'
import { checkTypes, comparisons } from '#contract'
import { findAssertionProblems } from './find-assertion-problems.ts'
import { assertionOf } from './run-samples.ts'

const problems = (...assertions: Parameters<typeof findAssertionProblems>[1]) =>
  findAssertionProblems(checkTypes.API.sources, assertions, 'request.assertions')

describe('findAssertionProblems', () => {
  it('accepts what the documentation shows, also with absent fields', () => {
    const accepted = problems(
      { source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' },
      { source: 'JSON_BODY', comparison: 'NOT_EMPTY' },
      {
        source: 'JSON_BODY',
        comparison: 'LESS_THAN',
        property: '$.items[?(@.id == 1 && @.a < 2)].length',
        target: '3',
      },
      { source: 'JSON_BODY', comparison: 'EQUALS', property: '$.list[(@.length-1)]', target: 'x', regex: null },
      { source: 'TEXT_BODY', comparison: 'CONTAINS', property: '(?<id>\\d+)', target: 'x', regex: '' },
      { source: 'HEADERS', comparison: 'EQUALS', property: 'X-Id', regex: 'id=(\\d+)', target: '1' },
    )
    expect(accepted).toEqual([])
  })

  it('leaves templates to the run', () => {
    const templates = problems(
      assertionOf('STATUS_CODE', 'EQUALS', { target: '{{STATUS}}' }),
      assertionOf('JSON_BODY', 'EQUALS', { property: '{{PATH}}', target: 'x' }),
      assertionOf('TEXT_BODY', 'EQUALS', { property: '({{WORD}}', target: 'x' }),
    )
    expect(templates).toEqual([])
  })

  it('takes every documented comparison of the status code and the response time, without a number where none is needed', () => {
    const pairs = (['STATUS_CODE', 'RESPONSE_TIME'] as const).flatMap((source) =>
      comparisons.map((comparison) => assertionOf(source, comparison, { target: '200' })),
    )
    expect(problems(...pairs)).toEqual([])
    expect(
      problems(assertionOf('STATUS_CODE', 'NOT_EMPTY'), assertionOf('STATUS_CODE', 'CONTAINS', { target: 'x' })),
    ).toEqual([])
  })

  it.each(['code', 'items[0].id', '[0].id', '.code', 'items.length'])(
    'takes the JSONPath %s without its root',
    (property) => {
      expect(problems(assertionOf('JSON_BODY', 'IS_NULL', { property }))).toEqual([])
    },
  )

  it.each([
    [assertionOf('RESPONSE_DATA', 'EQUALS', { target: 'x' }), 'source', 'A check of this type takes the sources'],
    [assertionOf('LATENCY', 'HAS_KEY', { property: 'avg' }), 'source', 'A check of this type takes the sources'],
    [assertionOf('STATUS_CODE', 'EQUALS', { target: 'OK' }), 'target', 'needs a number'],
    [assertionOf('STATUS_CODE', 'EQUALS'), 'target', 'needs a number'],
    [assertionOf('TEXT_BODY', 'GREATER_THAN', { target: 'ten' }), 'target', 'needs a number'],
    [assertionOf('JSON_BODY', 'IS_NULL', { property: 'two words' }), 'property', 'is not valid'],
    [assertionOf('JSON_BODY', 'IS_NULL', { property: '$.items[' }), 'property', 'is not valid'],
    [assertionOf('JSON_BODY', 'IS_NULL', { property: '$[?unknown(@)]' }), 'property', 'is not valid'],
    [assertionOf('JSON_BODY', 'IS_NULL', { property: '$[?match(@.a, "(?=a)")]' }), 'property', 'lookahead'],
    [assertionOf('TEXT_BODY', 'IS_NULL', { property: '(?<!a)b' }), 'property', 'lookahead or lookbehind'],
    [assertionOf('TEXT_BODY', 'IS_NULL', { property: '(a)\\1' }), 'property', 'backreference'],
    [assertionOf('TEXT_BODY', 'IS_NULL', { property: '(a' }), 'property', 'does not compile'],
    [assertionOf('TEXT_BODY', 'IS_NULL', { regex: 'a' }), 'regex', 'Put the expression into property'],
    [assertionOf('HEADERS', 'IS_NULL', { property: ' ' }), 'property', 'needs a property'],
    [assertionOf('HEADERS', 'IS_NULL', { property: 'a', regex: '[' }), 'regex', 'does not compile'],
  ] as const)('%j has a problem with its %s', (assertion, field, sentence) => {
    expect(problems(assertionOf('STATUS_CODE', 'EQUALS', { target: '200' }), assertion)).toMatchObject([
      { path: `request.assertions[1].${field}`, problem: expect.stringContaining(sentence) },
    ])
  })

  it.each([
    ['daysUntilExpiry', 'GREATER_THAN', '30', ''],
    ['daysUntilExpiry', 'CONTAINS', '30', 'CERTIFICATE daysUntilExpiry takes the comparisons EQUALS'],
    ['daysUntilExpiry', 'LESS_THAN', 'soon', 'needs a number'],
    ['subjectCN', 'CONTAINS', 'example', ''],
    ['subjectCN', 'LESS_THAN', '1', 'takes the comparisons EQUALS, NOT_EQUALS, CONTAINS'],
    ['sans', 'EQUALS', 'www.example.com', 'takes the comparisons CONTAINS, NOT_CONTAINS'],
    ['isCA', 'EQUALS', 'true', ''],
    ['isCA', 'EQUALS', 'yes', 'Use one of true, false'],
    ['toString', 'EQUALS', '1', 'CERTIFICATE takes the properties'],
    ['', 'EQUALS', '1', 'CERTIFICATE needs a property'],
  ] as const)(
    'compares the %s of a certificate as its kind allows: %s %s',
    (property, comparison, target, sentence) => {
      const found = findAssertionProblems(
        checkTypes.SSL.sources,
        [assertionOf('CERTIFICATE', comparison, { property, target })],
        'a',
      )
      expect(found).toHaveLength(sentence === '' ? 0 : 1)
      expect(found.map(({ problem }) => problem).join(' ')).toContain(sentence)
    },
  )

  it('knows the versions of TLS', () => {
    const version = (target: string) =>
      findAssertionProblems(
        checkTypes.SSL.sources,
        [assertionOf('CONNECTION', 'GREATER_THAN', { property: 'tlsVersion', target })],
        'a',
      )
    expect(version('TLS1.2')).toEqual([])
    expect(version('2')).toHaveLength(1)
  })

  it('takes only the statistics there are for a latency', () => {
    const { sources } = checkTypes.ICMP
    const latency = (property: string) => assertionOf('LATENCY', 'LESS_THAN', { property, target: '1' })
    expect(findAssertionProblems(sources, [latency('stdDev')], 'a')).toEqual([])
    expect(findAssertionProblems(sources, [latency('median'), latency('')], 'a')).toEqual([
      {
        path: 'a[0].property',
        problem: 'LATENCY takes the properties avg, min, max, stdDev, not "median".',
        rule: 'enum',
        parameters: { allowed: ['avg', 'min', 'max', 'stdDev'] },
      },
      {
        path: 'a[1].property',
        problem: 'LATENCY needs a property: one of avg, min, max, stdDev.',
        rule: 'required',
        parameters: {},
      },
    ])
  })
})
