import { describe, expect, it } from 'vitest'
import { maxComparedBody } from '#contract'
import type { RunTask } from '#contract'
import { evaluateRun } from '../evaluate-run.ts'
import { answers, assertionOf, observationOf, taskOf } from '../run-samples.ts'
import { tooDearToCompare } from './response-schema-reasons.ts'
import { referencesIn } from './find-reference.ts'
import { findSchemaProblem } from './find-schema-problem.ts'

type Schema = Record<string, unknown>

const answerOf = (body: string) => ({ ...answers.API, body })

const taskWith = (schema: Schema, more: Partial<RunTask<'API'>> = {}): RunTask<'API'> => {
  const task = taskOf('API', [], more)
  return { ...task, request: { ...task.request, responseSchema: { schema } } }
}

const verdictOn = (schema: Schema, body: unknown, more: Partial<RunTask<'API'>> = {}) =>
  evaluateRun(
    taskWith(schema, more),
    observationOf<'API'>(answerOf(typeof body === 'string' ? body : JSON.stringify(body))),
  )

const messagesOn = (schema: Schema, body: unknown): string[] =>
  verdictOn(schema, body).reasons.map(({ message }) => message.replace('By the schema of the response, ', ''))

const orders: Schema = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: { $ref: '#/$defs/item' } } },
  $defs: {
    item: {
      type: 'object',
      required: ['id', 'price'],
      additionalProperties: false,
      properties: {
        id: { type: 'integer', minimum: 1 },
        price: { type: 'number' },
        state: { enum: ['new', 'paid'] },
        sent: { type: ['string', 'null'], format: 'date-time' },
        'name of a buyer': { type: 'string', maxLength: 5, pattern: '^[a-z]+$' },
      },
    },
  },
}

describe('a response', () => {
  it('passes when it fits its schema', () => {
    const body = { items: [{ id: 1, price: 2.5, state: 'paid', sent: '2026-01-31T12:00:00Z' }] }
    expect(verdictOn(orders, body)).toMatchObject({ outcome: 'passed', reasons: [] })
  })

  it.each([
    [{ id: 1, price: 'secret' }, '`$.items[0].price` must be a number, but it is a string.'],
    [{ id: 1.5, price: 1 }, '`$.items[0].id` must be an integer, but it is a number.'],
    [{ id: 0, price: 1 }, '`$.items[0].id` must be at least 1, but it is smaller.'],
    [{ price: 1 }, '`$.items[0].id` is required, but it is missing.'],
    [{ id: 1, price: 1, colour: 'secret' }, '`$.items[0].colour` is not allowed, but it is there.'],
    [{ id: 1, price: 1, state: 'secret' }, '`$.items[0].state` must be one of 2 values, but it is none of them.'],
    [{ id: 1, price: 1, sent: 'secret' }, '`$.items[0].sent` must have the format date-time, but it does not.'],
    [{ id: 1, price: 1, sent: 7 }, '`$.items[0].sent` must have one of the types string, null, but it is a number.'],
    [
      { id: 1, price: 1, 'name of a buyer': 'a7' },
      '`$.items[0]["name\\u0020of\\u0020a\\u0020buyer"]` must match a regular expression, but it does not.',
    ],
    [7, '`$.items[0]` must be an object, but it is a number.'],
  ])('with the item %j is degraded with the path and no value', (item, message) => {
    const { outcome, reasons } = verdictOn(orders, { items: [item] })
    expect(outcome).toBe('degraded')
    expect(reasons).toEqual([
      { kind: 'response-schema', outcome: 'degraded', message: `By the schema of the response, ${message}` },
    ])
  })

  it('has its first five deviations told, and how many there are besides', () => {
    const messages = messagesOn(orders, { items: Array.from({ length: 9 }, () => ({ id: 1, price: '' })) })
    expect(messages).toHaveLength(6)
    expect(messages.at(-1)).toBe('The response deviates from its schema in 4 more places.')
  })

  it('has one deviation of a value that fits no alternative, and those inside the alternatives', () => {
    const schema = { anyOf: [{ type: 'object', properties: { a: { type: 'number' } } }, { type: 'null' }] }
    expect(messagesOn(schema, { a: 'x' })).toEqual([
      '`$.a` must be a number, but it is a string.',
      '`$` must fit one of several schemas, but it does not.',
    ])
  })

  it('is read by the dialect that the schema names', () => {
    const items = [{ type: 'number' }]
    const $schema = 'http://json-schema.org/draft-07/schema#'
    expect(messagesOn({ $schema, items }, ['x'])).toEqual(['`$[0]` must be a number, but it is a string.'])
    expect(messagesOn({ prefixItems: items }, ['x'])).toEqual(['`$[0]` must be a number, but it is a string.'])
  })

  it.each([
    ['<html>', 'The response could not be compared with its schema. The response body is not well-formed JSON.'],
    [
      ' '.repeat(maxComparedBody + 1),
      'The response could not be compared with its schema. Its body has more than 2000000 characters.',
    ],
  ])('that cannot be compared is degraded with the reason', (body, message) => {
    expect(verdictOn({}, body)).toMatchObject({ outcome: 'degraded', reasons: [{ message }] })
  })

  it('with a status that fails is not compared, and one that is expected to fail is', () => {
    const observed = observationOf<'API'>({ ...answerOf('[]'), status: 500 })
    const kinds = (task: RunTask<'API'>) => evaluateRun(task, observed).reasons.map(({ kind }) => kind)
    expect(kinds(taskWith(orders))).toEqual(['status'])
    expect(kinds(taskWith(orders, { shouldFail: true }))).toEqual(['response-schema'])
  })

  it('that fails by an assertion is failed, with the deviation beside it', () => {
    const task = taskWith(orders)
    const assertions = [assertionOf('STATUS_CODE', 'EQUALS', { target: '201' })]
    const observed = observationOf<'API'>(answerOf('[]'))
    const verdict = evaluateRun({ ...task, request: { ...task.request, assertions } }, observed)
    expect(verdict.outcome).toBe('failed')
    expect(verdict.reasons.map(({ kind }) => kind).toSorted()).toEqual(['assertion', 'response-schema'])
  })

  it('shows no secret in a path', () => {
    const { reasons } = verdictOn({ additionalProperties: false }, { hidden_word: 1 }, { secrets: ['hidden_word'] })
    expect(JSON.stringify(reasons)).not.toContain('hidden_word')
  })

  it('has only the properties that it has itself', () => {
    expect(messagesOn({ required: ['toString'] }, {})).toEqual(['`$.toString` is required, but it is missing.'])
    expect(messagesOn({ additionalProperties: false }, '{"__proto__": 1}')).toEqual([
      '`$.__proto__` is not allowed, but it is there.',
    ])
  })
})

describe('a hostile schema', () => {
  it.each([
    ['refers to itself without end', { $ref: '#' }],
    ['names something on the network', { $ref: 'https://schemas.example/order.json' }],
    ['names what it does not have', { $ref: '#/$defs/none' }],
    ['has a dialect that nobody knows', { $schema: 'https://schemas.example/' }],
    ['has an expression that backtracks', { pattern: '(?=(a+)+$)b' }],
    ['answers later', { $async: true, type: 'number' }],
  ])('that %s degrades and says so', (_, schema) => {
    const { outcome, reasons } = verdictOn(schema, '"aaaa"')
    expect([outcome, reasons.length]).toEqual(['degraded', 1])
    expect(reasons[0]?.message).toMatch(/^The response could not be compared with its schema\. [A-Z].*\.$/)
  })

  it('matches its expressions within a budget of work', () => {
    const pattern = `(?:${'a?'.repeat(300)}){5}`
    const [message] = messagesOn(
      { items: { pattern } },
      Array.from({ length: 400 }, () => 'a'.repeat(300)),
    )
    expect(message).toContain('more computing than allowed')
  })
})

it('a comparison that takes too much degrades what passed, and leaves failed what failed', () => {
  const passed = verdictOn({}, '1')
  expect(tooDearToCompare(passed)).toMatchObject({ outcome: 'degraded', reasons: [{ kind: 'response-schema' }] })
  expect(tooDearToCompare({ ...passed, outcome: 'failed' }).outcome).toBe('failed')
})

describe('a schema that is saved', () => {
  it.each([
    [{ type: 'nothing' }, '.type', 'jsonSchema'],
    [{ properties: { a: { minimum: '1' } } }, '.properties.a.minimum', 'jsonSchema'],
    [{ items: { $ref: 'https://schemas.example/a' } }, '.items.$ref', 'jsonSchema'],
    [{ $ref: '#/$defs/none' }, '.$ref', 'jsonSchema'],
    [{ $ref: '#/%zz' }, '.$ref', 'jsonSchema'],
    [{ $ref: '#none' }, '.$ref', 'jsonSchema'],
    [{ properties: { a: { $id: 'https://schemas.example/a' } } }, '.properties.a.$id', 'jsonSchema'],
    [{ $async: true }, '.$async', 'jsonSchema'],
    [{ allOf: [{ pattern: '(?=a)' }] }, '.allOf[0].pattern', 'regularExpression'],
    [{ patternProperties: { '(': {} } }, '.patternProperties.(', 'regularExpression'],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, '.$schema', 'enum'],
    [{ enum: Array.from({ length: 1001 }, (_, index) => index) }, '.enum', 'maxItems'],
    [{ type: Array.from({ length: 1001 }, (_, index) => index) }, '.type', 'maxItems'],
    [{ title: 'x'.repeat(70_000) }, '', 'maxLength'],
  ])('is rejected with its place (%#)', (schema, place, rule) => {
    const problem = findSchemaProblem(schema, 'schema')
    expect(problem).toMatchObject({ path: `schema${place}`, rule })
    expect(problem?.problem).toMatch(/^[A-Z].*\.$/s)
  })

  it('is searched once, however many references to anchors it has', () => {
    let entries = 0
    const counted = new Proxy({ $anchor: 'end' }, { ownKeys: (target) => ((entries += 1), Reflect.ownKeys(target)) })
    const isPart = referencesIn({ $defs: { counted } })
    expect(['#end', '#end', '#other', '#/$defs/counted'].map((reference) => isPart(reference))).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(entries).toBe(1)
  })

  it('is rejected when it is nested without end', () => {
    let schema: Schema = {}
    for (let level = 0; level < 5000; level++) schema = { not: schema }
    expect(findSchemaProblem(schema, 'schema')?.rule).toBe('maxDepth')
  })

  it.each([
    [orders],
    [{ $id: 'https://schemas.example/order', $ref: '#order', $defs: { o: { $anchor: 'order' } } }],
    [{ const: { $ref: 'https://x.example/' }, properties: { $ref: {}, pattern: { type: 'string' } } }],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', definitions: { 'a/b': {} }, $ref: '#/definitions/a~1b' }],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema', $recursiveAnchor: true }],
    [{ nullable: true, type: 'string', 'x-own': [1] }],
  ])('is taken: %j', (schema) => {
    expect(findSchemaProblem(schema, 'schema')).toBeNull()
    expect(JSON.stringify(verdictOn(schema, '1').reasons)).not.toContain('cannot be used')
  })
})
