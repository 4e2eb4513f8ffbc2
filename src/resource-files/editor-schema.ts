import { isFields } from '#contract'
import { formSchemas, logicalIdRules, projectSchema, typeIn } from './form-schemas.ts'
import { kinds, sectionNames } from './kinds.ts'
import type { JsonSchema, SectionName } from './kinds.ts'
import { shareDefinitions } from './share-definitions.ts'

/** Where a service has the schema, below its address; no key is needed. */
export const editorSchemaPath = '/schemas/resources.json'

let made: JsonSchema | undefined

/**
 * The JSON Schema (draft 7) of a file of resources, for editors: they complete names and values, show descriptions and
 * mark mistakes. `${env:NAME}` is taken in every text.
 */
export function editorSchema(): JsonSchema {
  made ??= shareDefinitions({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Resources of Belfry',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      project: forEditors(projectSchema),
      ...Object.fromEntries(sectionNames.map((name) => [name, sectionSchema(name)])),
    },
  })
  return made
}

const sectionSchema = (section: SectionName): JsonSchema => ({
  type: ['object', 'null'],
  description: `Each ${kinds[section].noun} under the name by which these files know it.`,
  propertyNames: { pattern: logicalIdRules.pattern, maxLength: logicalIdRules.maxLength },
  additionalProperties: resourceSchema(section),
})

const conditional = ['if', 'then'] as const

function resourceSchema(section: SectionName): JsonSchema {
  const { discriminator, usual } = kinds[section]
  const schemas = formSchemas(section)
  if (discriminator === undefined) return forEditors(schemas[0] ?? {})
  return {
    type: 'object',
    ...(usual === undefined && { required: [discriminator] }),
    properties: { [discriminator]: { enum: schemas.map((schema) => typeIn(schema, discriminator)) } },
    // Editors report the mistakes of the type that was chosen, which they do not with `oneOf`.
    allOf: schemas.map((schema) => {
      const type = typeIn(schema, discriminator)
      const isType = {
        ...(type !== usual && { required: [discriminator] }),
        properties: { [discriminator]: { const: type } },
      }
      return Object.fromEntries(conditional.map((keyword, index) => [keyword, [isType, forEditors(schema)][index]]))
    }),
  }
}

/** Keywords of the service that no editor knows, and formats, which a variable of the environment does not have. */
const leftOut: ReadonlySet<string> = new Set(['discriminator', 'format', 'x-rule'])

/** The keywords of a schema; names below `properties` are those of fields. */
function forEditors(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).flatMap(([name, value]) => {
    if (leftOut.has(name)) return []
    if (name === 'pattern') return patternOf(String(value), schema['x-rule'])
    if (name === 'properties' && isFields(value)) return [[name, mapped(value)]]
    if (name === 'enum' || name === 'default' || name === 'examples') return [[name, value]]
    return [[name, converted(value)]]
  })
  return { ...strictness(schema), ...Object.fromEntries(entries) }
}

const converted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(converted)
  return isFields(value) ? forEditors(value) : value
}

const mapped = (properties: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, converted(field)]))

/** Names that a schema does not know are mistakes, as they are for the service. */
const strictness = ({ properties, additionalProperties }: JsonSchema): JsonSchema =>
  isFields(properties) && additionalProperties === undefined ? { additionalProperties: false } : {}

const variable = '\\$\\{env:[^}]+\\}'

const patternOf = (pattern: string, rule: unknown): (readonly [string, unknown])[] => [
  ['pattern', `(?:${pattern})|${variable}`],
  ...(typeof rule === 'string' ? [['patternErrorMessage', `must be ${rule}`] as const] : []),
]
