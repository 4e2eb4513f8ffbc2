import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertionSources, checkTypes, comparisons, wireCheckTypes } from '#contract'
import type { Assertion, AssertionSourceName, WireCheckType, WireSourceName } from '#contract'
import { findAssertionProblems } from './find-assertion-problems.ts'
import { evaluateRun } from './evaluate-run.ts'
import { propertyValue } from './property-value.ts'
import { answers, assertionOf, httpAnswer, observationOf, taskOf } from './run-samples.ts'

const sourceNames = Object.keys(assertionSources) as AssertionSourceName[]
const wireTypes = wireCheckTypes
const sourcesOf = (type: WireCheckType): readonly AssertionSourceName[] => checkTypes[type].sources
const observe = (type: WireCheckType) => observationOf<WireCheckType>(answers[type])
const decide = (type: WireCheckType, assertion: Assertion) => evaluateRun(taskOf(type, [assertion]), observe(type))

const properties: { readonly [S in WireSourceName]: readonly string[] } = {
  STATUS_CODE: [''],
  RESPONSE_TIME: [''],
  JSON_BODY: ['', '$.items[0].id', '$.absent', '$.items[*].id', '$.items', '$.items.length'],
  HEADERS: ['content-type', 'x-absent'],
  TEXT_BODY: ['', 'id":(\\d)', 'absent'],
  RESPONSE_DATA: ['', '(\\d+)', 'absent'],
  RESPONSE_CODE: [''],
  TEXT_ANSWER: ['', '(\\d+) IN', 'absent'],
  JSON_ANSWER: ['', '$.Answer[0].TTL', '$.Answer.length', '$.Absent'],
  LATENCY: ['avg', 'min', 'max', 'stdDev'],
  JSON_RESPONSE: ['', '$.packetLoss', '$.latency.avg', '$.absent'],
  GRPC_STATUS_CODE: [''],
  GRPC_HEALTHCHECK_STATUS: [''],
  GRPC_RESPONSE: ['', '$.status', '$.absent'],
  GRPC_METADATA: ['server', 'x-absent'],
  TEXT_RESPONSE: ['', '(\\d+) days', 'absent'],
  CERTIFICATE: ['daysUntilExpiry', 'subjectCN', 'serialNumber', 'sans', 'selfSigned'],
  CONNECTION: ['tlsVersion', 'cipherSuite', 'chainTrusted', 'ocspStatus'],
  HOP_COUNT: [''],
  PACKET_LOSS: [''],
}

const targetFor = (source: WireSourceName, property: string): string =>
  propertyValue(source, property).targets?.[0] ?? '1'

const wireSources = Object.keys(properties) as WireSourceName[]

describe('every source and comparison', () => {
  const pairs = wireSources.flatMap((source) => comparisons.map((comparison) => [source, comparison] as const))
  it.each(pairs)('%s %s is either decided or refused at save and failed at run', (source, comparison) => {
    for (const property of properties[source]) {
      const isAllowed = propertyValue(source, property).comparisons.includes(comparison)
      const assertion = assertionOf(source, comparison, { property, target: targetFor(source, property) })
      expect(findAssertionProblems([source], [assertion], 'assertions').length > 0).toBe(!isAllowed)
      for (const type of wireTypes) {
        const verdict = decide(type, assertion)
        const [outcome] = verdict.assertions
        const isOurs = sourcesOf(type).includes(source)
        const isDecided = outcome?.error === null
        expect(isDecided && !(isAllowed && isOurs)).toBe(false)
        expect(outcome?.passed === true && !isDecided).toBe(false)
        expect(verdict.outcome === 'passed').toBe(outcome?.passed)
        expect(verdict.reasons.every(({ message }) => /^[A-Z].*\.$/s.test(message))).toBe(true)
      }
    }
  })

  it('a comparison and its negation never both pass', () => {
    const negations = [
      ['EQUALS', 'NOT_EQUALS'],
      ['HAS_KEY', 'NOT_HAS_KEY'],
      ['HAS_VALUE', 'NOT_HAS_VALUE'],
      ['IS_EMPTY', 'NOT_EMPTY'],
      ['CONTAINS', 'NOT_CONTAINS'],
      ['IS_NULL', 'NOT_NULL'],
      ['GREATER_THAN', 'LESS_THAN'],
    ] as const
    const anyDocument = fc.jsonValue({ maxDepth: 2 })
    fc.assert(
      fc.property(fc.constantFrom(...negations), anyDocument, fc.string(), (pair, document, target) => {
        const body = JSON.stringify(document)
        const both = pair.map((comparison) => assertionOf('JSON_BODY', comparison, { target }))
        const verdict = evaluateRun(taskOf('API', both), observationOf<'API'>(httpAnswer({ body })))
        expect(verdict.assertions.filter(({ passed }) => passed).length).toBeLessThan(2)
      }),
    )
  })

  it('an unknown source or comparison fails the run', () => {
    const unknown = JSON.parse('{"source":"SOMETHING","comparison":"EQUALS","property":"","target":"","regex":null}')
    const odd = JSON.parse('{"source":"STATUS_CODE","comparison":"toString","property":"","target":"","regex":null}')
    for (const assertion of [unknown, odd]) {
      const verdict = decide('API', assertion)
      expect(verdict.outcome).toBe('failed')
      expect(verdict.assertions[0]?.error).toContain('no comparison')
    }
  })
})

const charactersOf = (characters: string) => fc.constantFrom(...characters.split(''))

describe('hostile input', () => {
  const anyAssertion = fc.record({
    source: fc.constantFrom(...sourceNames),
    comparison: fc.constantFrom(...comparisons),
    property: fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: charactersOf('$.@*?[]()|&!<=>"\'-+:,019alengthmatch\\^{} '), maxLength: 40 }),
      fc.constantFrom('$', '$..*', '$.items[?(@.id>1)]', '__proto__', 'constructor'),
    ),
    target: fc.oneof(fc.string(), fc.double().map(String), fc.json()),
    regex: fc.option(fc.string({ unit: charactersOf('ab(){}[]|?*+.\\^$:<>=!d,1'), maxLength: 20 })),
  })
  const anyTask = fc.tuple(fc.constantFrom(...wireTypes), fc.array(anyAssertion, { maxLength: 5 }))

  it('never makes the evaluation throw, and nothing invalid passes', () => {
    fc.assert(
      fc.property(anyTask, fc.json(), ([type, assertions], body) => {
        const observation = type === 'API' ? observationOf<WireCheckType>(httpAnswer({ body })) : observe(type)
        const verdict = evaluateRun(taskOf(type, assertions), observation)
        expect(verdict.assertions).toHaveLength(assertions.length)
        expect(verdict.assertions.some(({ passed, error }) => passed && error !== null)).toBe(false)
        expect(verdict.outcome).toBe(verdict.assertions.every(({ passed }) => passed) ? 'passed' : 'failed')
      }),
      { numRuns: 500 },
    )
  })

  it('never makes validation throw, and what it accepts is evaluated', () => {
    fc.assert(
      fc.property(anyAssertion, (assertion) => {
        const problems = findAssertionProblems(sourceNames, [assertion], 'request.assertions')
        for (const { path, problem } of problems) {
          expect(path).toMatch(/^request\.assertions\[0\]\.(property|target|regex|comparison)$/)
          expect(problem).toMatch(/\.$/)
        }
      }),
      { numRuns: 500 },
    )
  })
})
