import type { Ajv } from 'ajv'
import { schemaDialects, schemaLimits } from '#contract'
import type { FieldProblem, Violation } from '#contract'
import { CannotEvaluate } from '../cannot-evaluate.ts'
import { compilePattern } from '../pattern.ts'
import { WorkBudget } from '../work-budget.ts'
import { referencesIn } from './find-reference.ts'
import { dialectOf, validatorOf } from './schema-validators.ts'
import type { JsonSchema } from './schema-validators.ts'

type Problem = FieldProblem & { readonly problem: string }

/**
 * The first reason why a JSON Schema cannot be used, at its place; `path` is that of the schema, for example
 * `request.responseSchema.schema`. Null for one that can. Takes time in proportion to the schema: it is compiled only
 * where it may take long.
 */
export function findSchemaProblem(schema: JsonSchema, path: string): Problem | null {
  if (isTooDeep(schema)) {
    const limit = schemaLimits.levels
    const problem = `The schema has more than ${limit} levels of nesting; give its parts in $defs.`
    return { path, rule: 'maxDepth', parameters: { limit }, problem }
  }
  const limit = schemaLimits.characters
  if (JSON.stringify(schema).length > limit) {
    const problem = `The schema has more than ${limit} characters of JSON; describe only what matters.`
    return { path, rule: 'maxLength', parameters: { limit }, problem }
  }
  const dialect = dialectOf(schema)
  if (dialect === null) {
    const problem = `Use one of ${schemaDialects.join(', ')}.`
    return { path: `${path}.$schema`, rule: 'enum', parameters: { allowed: schemaDialects }, problem }
  }
  return (
    problemIn(schema, { path, root: schema, isPart: referencesIn(schema), work: new WorkBudget() }) ??
    misfit(dialect, schema, path)
  )
}

const isTooDeep = (value: unknown, level = 0): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (level > schemaLimits.levels || Object.values(value).some((item) => isTooDeep(item, level + 1)))

interface Place {
  readonly path: string
  readonly root: JsonSchema
  readonly isPart: (reference: string) => boolean
  readonly work: WorkBudget
}

/** Keywords whose values are no schemas. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples', 'example'])
/** Keywords whose values are schemas by names of any spelling. */
const namedKeywords = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])
const references = new Set(['$ref', '$dynamicRef', '$recursiveRef'])

function problemIn(value: unknown, place: Place): Problem | null {
  if (value === null || typeof value !== 'object') return null
  for (const [name, item] of Object.entries(value)) {
    const inner = { ...place, path: innerPath(value, name, place.path) }
    const found =
      keywordProblem(name, item, inner, value === place.root) ??
      (dataKeywords.has(name)
        ? null
        : namedKeywords.has(name)
          ? problemOfNamed(name, item, inner)
          : problemIn(item, inner))
    if (found) return found
  }
  return null
}

function problemOfNamed(keyword: string, schemas: unknown, place: Place): Problem | null {
  if (schemas === null || typeof schemas !== 'object') return null
  for (const [name, item] of Object.entries(schemas)) {
    const inner = { ...place, path: innerPath(schemas, name, place.path) }
    const found = (keyword === 'patternProperties' && patternProblem(name, inner)) || problemIn(item, inner)
    if (found) return found
  }
  return null
}

const innerPath = (value: object, name: string, path: string): string =>
  Array.isArray(value) ? `${path}[${name}]` : `${path}.${name.slice(0, 100)}`

function keywordProblem(name: string, value: unknown, place: Place, isRoot: boolean): Problem | null {
  const { path } = place
  if (references.has(name)) return referenceProblem(value, place)
  if (name === '$id' && !isRoot)
    return ofSchema(path, 'Only the whole schema can have an $id; refer to parts by "#/$defs/…".')
  if (name === '$async') return ofSchema(path, 'A schema cannot have $async.')
  if (name === 'pattern' && typeof value === 'string') return patternProblem(value, place)
  return name === 'enum' || name === 'type' ? listProblem(value, place) : null
}

function referenceProblem(value: unknown, { path, isPart }: Place): Problem | null {
  if (typeof value !== 'string' || isPart(value)) return null
  return ofSchema(path, 'It must refer to a part of this schema, for example "#/$defs/price"; nothing is fetched.')
}

/** Values are compared with each other to find out whether there is one twice. */
function listProblem(value: unknown, { path }: Place): Problem | null {
  const limit = schemaLimits.values
  if (!Array.isArray(value) || value.length <= limit) return null
  return { path, rule: 'maxItems', parameters: { limit }, problem: `There are at most ${limit} values here.` }
}

function patternProblem(source: string, { path, work }: Place): Problem | null {
  try {
    compilePattern(source, work)
    return null
  } catch (error) {
    const detail = error instanceof CannotEvaluate ? error.message : 'The regular expression cannot be understood.'
    return { path, rule: 'regularExpression', parameters: { detail }, problem: detail }
  }
}

const ofSchema = (path: string, detail: string): Problem => {
  const violation: Violation = { rule: 'jsonSchema', parameters: { detail } }
  return { path, ...violation, problem: detail }
}

/** Of each dialect, whose own schema takes a while to be compiled. */
const known = new Map<string, Ajv>()

function misfit(dialect: (typeof schemaDialects)[number], schema: JsonSchema, path: string): Problem | null {
  const ajv = known.get(dialect) ?? validatorOf(dialect, new WorkBudget(Infinity))
  known.set(dialect, ajv)
  if (ajv.validateSchema({ ...schema, $schema: `${dialect}${dialect.includes('draft-07') ? '#' : ''}` }) === true)
    return null
  const [error] = ajv.errors ?? []
  const parts = (error?.instancePath ?? '').split('/').slice(1)
  const inner = parts
    .map((part) => `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`)
    .join('')
    .slice(0, 500)
  return ofSchema(`${path}${inner}`, `It ${error?.message ?? 'is no JSON Schema'}.`)
}
