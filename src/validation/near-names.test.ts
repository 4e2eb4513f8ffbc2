import { describe, expect, it } from 'vitest'
import { operations } from '#contract'
import type { OperationRow } from '#contract'
import { publicBodyNames, publicQueryNames } from '../../tests/conformance/public-names.ts'
import { knownNames, nearName } from './near-names.ts'
import { unknownNamesOf, validatorOf } from './validator.ts'

const rows: Readonly<Record<string, OperationRow>> = operations
const problemsOf = (part: 'body' | 'query', schema: OperationRow['query'] | OperationRow['body'], value: object) =>
  schema === undefined ? [] : (validatorOf(part, schema)(value, true) ?? [])

describe('nearName', () => {
  it.each([
    ['activatd', 'activated'],
    ['tags', 'tag'],
    ['group_id', 'groupId'],
    ['Name', 'name'],
    ['degradedResponsTim', 'degradedResponseTime'],
    ['freqency', 'frequency'],
  ])('takes %s for %s', (name, meant) => {
    expect(nearName(name, [meant, 'entirely', 'different'])).toBe(meant)
  })

  it.each([
    ['to', 'from'],
    ['id', 'ip'],
    ['key', 'tag'],
    ['location', 'duration'],
    ['status', 'stages'],
    ['x'.repeat(100_000), 'name'],
  ])('does not take %.20s for %s', (name, known) => {
    expect(nearName(name, [known])).toBeUndefined()
  })
})

const unknown = (path: string, suggestion: string) => ({
  path,
  message: `is unknown: did you mean ${suggestion}?`,
  rule: 'unknownName',
  parameters: { suggestion },
})

describe('names in requests', () => {
  it('that are similar to a known one are rejected with it, at any depth', () => {
    const body = { name: 'a', activatd: false, request: { url: 'https://a.example', method: 'GET', headrs: [] } }
    expect(problemsOf('body', operations.createApiCheck.body, body)).toEqual([
      unknown('activatd', 'activated'),
      unknown('request.headrs', 'headers'),
    ])
    expect(problemsOf('query', operations.listChecks.query, { tags: ['a'] })).toEqual([unknown('tags', 'tag')])
  })

  it('that are near none are ignored', () => {
    const body = { name: 'a', hobby: 1, request: { url: 'https://a.example', method: 'GET', colour: 1 } }
    expect(problemsOf('body', operations.createApiCheck.body, body)).toEqual([])
    expect(problemsOf('query', operations.listChecks.query, { utm: 'x', probe: 'y' })).toEqual([])
  })

  it('are all rejected by strict operations, each with the nearest or with what is known', () => {
    const { body } = operations.changeChecks
    const validate = validatorOf('body', body, unknownNamesOf(operations.changeChecks))
    const message = (value: object) =>
      Object.fromEntries((validate(value, true) ?? []).map((problem) => [problem.path, problem.message]))
    expect(
      message({ filter: { tags: ['a'], Muted: true }, change: { mute: true, xy: 1 }, ['n'.repeat(300)]: 1 }),
    ).toEqual({
      'filter.tags': 'is unknown: did you mean tag?',
      'filter.Muted': 'is unknown: did you mean muted?',
      'change.mute': 'is unknown: did you mean muted?',
      'change.xy': expect.stringMatching(/^is unknown: known here are activated, muted, /),
      [`${'n'.repeat(100)}…`]: 'is unknown: known here are checkIds, filter, confirmedCount, change',
    })
  })

  it('that only the answer of an update has are ignored, so that it may be sent back', () => {
    const { body } = operations.patchSnippet
    const validate = validatorOf('body', body, unknownNamesOf(operations.patchSnippet))
    expect(validate({ id: 1, created_at: '2026-01-01', name: 'a', script: 'b' }, true)).toBeUndefined()
  })

  it('of bodies and queries of the hosted product are never rejected by others', () => {
    const known = knownNames(Object.values(rows))
    const lists = Object.values(rows).flatMap(({ body }) => propertyLists(body))
    expect(lists.length).toBeGreaterThan(100)
    const wrong = publicBodyNames
      .filter((name) => !known.body.has(name))
      .flatMap((name) => lists.map((list) => [name, nearName(name, list)]).filter(([, meant]) => meant !== undefined))
    expect(wrong).toEqual([])
    const queries = Object.values(rows).map(({ query }) => Object.keys(query?.properties ?? {}))
    const wrongParameters = publicQueryNames
      .filter((name) => !known.query.has(name))
      .filter((name) => queries.some((list) => nearName(name, list) !== undefined))
    expect(wrongParameters).toEqual([])
  })
})

/** The names of each object of a schema. */
function propertyLists(schema: unknown): string[][] {
  if (schema === null || typeof schema !== 'object') return []
  const own = 'properties' in schema ? [Object.keys(Object(schema.properties))] : []
  return [...own, ...Object.values(schema).flatMap(propertyLists)]
}
