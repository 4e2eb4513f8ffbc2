import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operations } from '#contract'
import type { FieldProblem, OperationRow } from '#contract'
import { expectedTexts } from './expected-texts.ts'
import { problemTexts } from './problem-text.ts'
import { formats, problems } from './problems.ts'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that hold schemas by name, and keywords that reject nothing on their own. */
const named = new Set(['properties', 'patternProperties'])
const silent = new Set([
  'default',
  'description',
  'examples',
  'readOnly',
  'deprecated',
  'x-rule',
  // Unknown fields are removed; what is inside the others is rejected by its own rules.
  'additionalProperties',
  'items',
  'properties',
  'patternProperties',
  'propertyName',
])
/** Keywords that are reported as another rule. */
const reportedAs: Readonly<Record<string, string>> = { const: 'enum', discriminator: 'enum', oneOf: 'anyOf' }

/** Every schema inside the requests of the contract. */
function schemasOf(node: unknown): Json[] {
  if (Array.isArray(node)) return node.flatMap(schemasOf)
  if (!isObject(node)) return []
  const inner = Object.entries(node).flatMap(([keyword, value]) => {
    if (['default', 'examples', 'enum', 'const'].includes(keyword)) return []
    return named.has(keyword) ? Object.values(Object(value)).flatMap(schemasOf) : schemasOf(value)
  })
  return [node, ...inner]
}

const rows: readonly OperationRow[] = Object.values(operations)
const schemas = rows.flatMap(({ params, query, body }) => [params, query, body].flatMap(schemasOf))
const allOf = (keyword: string): string[] => [
  ...new Set(schemas.flatMap((schema) => (keyword in schema ? [String(schema[keyword])] : []))),
]

it('there is a German sentence for every rule that schemas of requests state', () => {
  const keywords = new Set(schemas.flatMap((schema) => Object.keys(schema)))
  const rules = [...keywords].filter((keyword) => !silent.has(keyword)).map((keyword) => reportedAs[keyword] ?? keyword)
  expect(rules.length).toBeGreaterThan(15)
  expect(rules.filter((rule) => !Object.hasOwn(problems, rule))).toEqual([])
})

it('there is a German sentence for every format and pattern of requests, and for no others', () => {
  const found = allOf('format')
  expect(found.length).toBeGreaterThan(2)
  expect(found.filter((format) => !Object.hasOwn(formats, format))).toEqual([])
  expect(schemas.filter((schema) => 'pattern' in schema && !('x-rule' in schema))).toEqual([])
  expect(Object.keys(expectedTexts).toSorted()).toEqual(allOf('x-rule').toSorted())
})

it.each<[FieldProblem, string]>([
  [{ path: 'name', rule: 'minLength', parameters: { limit: 1 } }, 'darf nicht leer sein'],
  [{ path: 'name', rule: 'maxLength', parameters: { limit: 2000 } }, 'darf höchstens 2.000 Zeichen haben'],
  [{ path: 'tags', rule: 'minItems', parameters: { limit: 1 } }, 'muss mindestens einen Eintrag haben'],
  [{ path: 'a', rule: 'type', parameters: { types: ['integer', 'null'] } }, 'muss eine ganze Zahl oder null sein'],
  [{ path: 'a', rule: 'enum', parameters: { allowed: ['A', 'B'] } }, 'muss eines davon sein: A, B'],
  [{ path: 'a', rule: 'enum', parameters: { allowed: ['A'] } }, 'muss A sein'],
  [{ path: 'headrs', rule: 'unknownName', parameters: { suggestion: 'headers' } }, 'Meinten Sie headers?'],
  [{ path: 'colour', rule: 'unknownName', parameters: { suggestion: null } }, 'gibt es hier nicht'],
  [{ path: 'a', rule: 'pattern', parameters: { pattern: 'x', expected: null } }, 'hat nicht die nötige Form'],
  [
    { path: 'heartbeat.period', rule: 'duration', parameters: { minimumSeconds: 30, maximumSeconds: 31_536_000 } },
    'muss 30 Sekunden bis 365 Tage lang sein',
  ],
])('%j is said in German', (problem, text) => {
  expect(problemTexts([problem])?.get(problem.path)).toContain(text)
})

it('leaves all words to the service when one rule is unknown', () => {
  const later = { path: 'a', rule: 'later', parameters: {} }
  expect(problemTexts([later as never])).toBeNull()
})

it('every rule is documented', () => {
  const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
  expect(Object.keys(problems).filter((rule) => !page.includes(`\`${rule}\``))).toEqual([])
})
