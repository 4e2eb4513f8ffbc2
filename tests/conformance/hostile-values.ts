import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import { anyCharacter } from '../support/any-character.ts'
import { exampleOf } from './example-of.ts'
import type { Rules } from './example-of.ts'

const longText = 'a'.repeat(70_000)
const deepest = 100
const deep: unknown = Array.from({ length: deepest }).reduce((inner: unknown) => [inner], 1)

/** Texts that have broken services before. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\uD800',
    '\uDFFFx',
    '\u202E\u0000',
    'a\r\nBcc: x@mail.example',
    "'; drop table checks; --",
    '__proto__',
    'constructor',
    'toString',
    '{{constructor.constructor "return process"}}',
    '{{#each this}}{{#each this}}x{{/each}}{{/each}}',
    '{{',
    '<svg onload=alert(1)>',
    '../../../../etc/passwd',
    '%00',
    '%',
    '(a+)+$',
    '[',
    '$..*',
    '$[?(@.a==',
    'http://[::1',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    '-oX',
    '9223372036854775808',
    '1e999',
    'NaN',
    '-1',
    '0001-01-01',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00.001Z',
    'infinity',
    'x'.repeat(300),
    longText,
    '\u{1F600}'.repeat(256),
  ),
  fc.string({ maxLength: 40, unit: anyCharacter }),
)

const hostileNumber = fc.constantFrom(
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  2 ** 64,
  1e21,
  1e308,
  Number.MAX_VALUE,
)

/** Anything JSON can say. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 5, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], deep) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ __proto__: null, length: 1e9 }, { toString: 1, valueOf: 'x' }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 10_000 }, (_, index) => index)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Takes a field out of a body. */
const absent = Symbol('absent')

/** A valid body with up to three of its fields, or of fields inside them, changed, added or omitted. */
export function varied(example: unknown, schema: TSchema, known: KnownValues): Arbitrary<unknown> {
  const rules: Rules = schema
  const variants: readonly Rules[] = [rules, ...(rules.oneOf ?? rules.anyOf ?? [])]
  const fields = variants.flatMap(({ properties = {} }) => Object.entries(properties))
  if (typeof example !== 'object' || example === null || fields.length === 0) return mostlyFitting(schema, known)
  const given = new Map<string, unknown>(Object.entries(example))
  return fc
    .subarray(fields, { maxLength: Math.min(3, fields.length) })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(([name, property]) =>
          fc
            .oneof(
              { weight: 6, arbitrary: mostlyFitting(property, known, name) },
              { weight: given.has(name) ? 6 : 0, arbitrary: varied(given.get(name), property, known) },
              { weight: 2, arbitrary: hostileValue },
              { weight: 1, arbitrary: fc.constant(absent) },
            )
            .map((value) => [name, value] as const),
        ),
      ),
    )
    .map((changes) => Object.fromEntries([...new Map([...given, ...changes])].filter(([, value]) => value !== absent)))
}

/** Values that exist, by the name of their field, so that requests get further than the first look. */
export type KnownValues = (name: string) => readonly unknown[]

/** Values that mostly fit a schema and are wrong in some places. */
export function mostlyFitting(schema: TSchema, known: KnownValues, name = ''): Arbitrary<unknown> {
  const fitting = fittingValue(schema, known, name)
  return fc.oneof({ weight: 40, arbitrary: fitting }, { weight: 1, arbitrary: hostileValue })
}

function fittingValue(schema: TSchema, known: KnownValues, name: string): Arbitrary<unknown> {
  const rules: Rules = schema
  const values = known(name)
  if (values.length > 0 && rules.properties === undefined) return fc.constantFrom(...values)
  const variants = rules.oneOf ?? rules.anyOf
  if (variants) return fc.oneof(...variants.map((variant) => mostlyFitting(variant, known, name)))
  if (rules.properties) return fittingObject(rules, known)
  if (rules.items) return fc.array(mostlyFitting(rules.items, known, name), { maxLength: 4 })
  return scalar(schema)
}

const typeOf = (schema: TSchema): string => {
  const { type } = schema as { type?: string | readonly string[] }
  return String(Array.isArray(type) ? type[0] : type)
}

function fittingObject({ properties = {}, required = [] }: Rules, known: KnownValues): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]) => {
    const value = mostlyFitting(property, known, name)
    const isRequired = required.includes(name)
    const present = fc.oneof(
      { weight: isRequired ? 50 : 1, arbitrary: value.map((given) => [[name, given]] as const) },
      { weight: isRequired ? 1 : 3, arbitrary: fc.constant([] as const) },
    )
    return present
  })
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries.flat()))
}

function scalar(schema: TSchema): Arbitrary<unknown> {
  const { minimum = -1, maximum = 10_000, format, enum: choices }: Rules = schema
  const type = typeOf(schema)
  if (choices) return fc.constantFrom(...choices)
  const example = fc.constant(exampleOf(schema))
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') {
    return fc.oneof(
      fc.integer({ min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), Math.floor(maximum)) }),
      example,
    )
  }
  if (type === 'string' && format === undefined) {
    return fc.oneof(
      { weight: 2, arbitrary: example },
      { weight: 2, arbitrary: plausibleText },
      { weight: 1, arbitrary: hostileText },
    )
  }
  return example
}

const plausibleText = fc.constantFrom(
  'name',
  'https://target.example/path?query=1',
  '{{URL}}/x',
  'host.example',
  '10.0.0.1',
  '$.items[0].name',
  '200',
  'text(.*)',
  'on-call@mail.example',
  '2026-01-01T00:00:00.000Z',
  '1767225600',
)

/** JSON text of a value, sometimes broken in ways a serializer never writes. */
export const hostileJson = (value: Arbitrary<unknown>): Arbitrary<string> =>
  fc.tuple(value, fc.nat(400), fc.nat()).map(([body, kind, at]) => {
    const text = JSON.stringify(body)
    const breakText = breakages[kind]
    return breakText ? breakText(text, at % (text.length + 1)) : text
  })

const breakages: readonly ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at),
  (text) => text.replace(/:(\d+|true|"[^"]*")/, ':1e999'),
  (text) => text.replace(/:(\d+|true|"[^"]*")/, ':-9223372036854775809'),
  (text) => text.replace('{', '{"__proto__":{"isAdmin":true},'),
  (text) => text.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},'),
  (text) => text.replace(/\{("\w+":)/, '{$1null,$1'),
  (text, at) => `${text.slice(0, at)}\0${text.slice(at)}`,
  (text) => `\uFEFF${text}`,
  (text) => `${'['.repeat(50_000)}${text}`,
  (text) => `${'{"a":'.repeat(5000)}${text}${'}'.repeat(5000)}`,
  (text) => text.replaceAll('"', "'"),
]
