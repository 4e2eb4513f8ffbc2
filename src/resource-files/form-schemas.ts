import { isFields } from '#contract'
import { kinds } from './kinds.ts'
import type { JsonSchema, ReferenceField, ResourceKind, SectionName } from './kinds.ts'

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** How code and people name a resource in files. */
export const logicalIdRules = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9_/#.-]+$',
  'x-rule': 'letters, digits, _ - / # and dots',
} as const

/** The project that owns what the files of a directory hold. */
export const projectSchema: JsonSchema = {
  type: 'object',
  description: 'The project that owns these resources. One file of a directory has it.',
  required: ['logicalId', 'name'],
  additionalProperties: false,
  properties: {
    logicalId: {
      ...logicalIdRules,
      description: 'Names the project for good: another one is another project.',
      examples: ['shop'],
    },
    name: { type: 'string', minLength: 1, maxLength: 255, description: 'What people read.', examples: ['Shop'] },
    repoUrl: { type: ['string', 'null'], maxLength: 2048, description: 'Address of the repository with these files.' },
  },
}

const made = new Map<SectionName, readonly JsonSchema[]>()

/** The schemas of the resources of a section, one for each type: the bodies that create them, with names in place of ids. */
export function formSchemas(section: SectionName): readonly JsonSchema[] {
  const known = made.get(section)
  if (known) return known
  const kind = kinds[section]
  const schemas = kind.bodies.map((body) => formOf(body, kind))
  made.set(section, schemas)
  return schemas
}

/** The schema of one resource: that of its type, or of a type alone where it has none that exists. */
export function formSchemaOf(section: SectionName, value: unknown): JsonSchema {
  const { discriminator, usual } = kinds[section]
  const schemas = formSchemas(section)
  if (discriminator === undefined) return schemas[0] ?? {}
  const { [discriminator]: type = usual } = isFields(value) ? value : {}
  return schemas.find((schema) => typeIn(schema, discriminator) === type) ?? typeSchema(section, discriminator)
}

/** The type whose resources a schema describes. */
export const typeIn = ({ properties }: JsonSchema, discriminator: string): unknown =>
  isFields(properties) && isFields(properties[discriminator]) ? properties[discriminator]['const'] : undefined

const typeSchemas = new Map<SectionName, JsonSchema>()

function typeSchema(section: SectionName, discriminator: string): JsonSchema {
  const known = typeSchemas.get(section)
  if (known) return known
  const types = formSchemas(section).map((schema) => typeIn(schema, discriminator))
  const properties = { [discriminator]: { type: typeof types[0] === 'number' ? 'number' : 'string', enum: types } }
  const schema = { type: 'object', required: [discriminator], properties, additionalProperties: true }
  typeSchemas.set(section, schema)
  return schema
}

function formOf(body: JsonSchema, { references, left, scripts = [] }: ResourceKind): JsonSchema {
  let schema = withoutReadOnly(body)
  for (const name of left) schema = changeAt(schema, name.split('.'), () => null)
  for (const reference of references) schema = withReference(schema, reference)
  for (const { name } of scripts) schema = changeAt(schema, [name], (field) => [[name, orFile(field)]])
  return schema
}

function withoutReadOnly(node: JsonSchema): JsonSchema {
  return mapValues(node, (value, name) => {
    if (isList(value)) return value.map((item) => (isFields(item) ? withoutReadOnly(item) : item))
    if (!isFields(value)) return value
    return withoutReadOnly(name === 'properties' ? writable(value) : value)
  })
}

const writable = (properties: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(properties).filter(([, field]) => !(isFields(field) && field['readOnly'] === true)))

const mapValues = (node: JsonSchema, map: (value: unknown, name: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, map(value, name)]))

/** Replaces a property by others, or leaves it out with null. */
type Change = (field: JsonSchema) => readonly (readonly [name: string, schema: JsonSchema])[] | null

/** The schema with the property at a path changed; `*` is the items of a list. Nothing happens where there is none. */
function changeAt(schema: JsonSchema, [name = '', ...rest]: readonly string[], change: Change): JsonSchema {
  if (name === '*') return within(schema, 'items', (items) => changeAt(items, rest, change))
  const { properties } = schema
  if (!isFields(properties) || !isFields(properties[name])) return schema
  if (rest.length === 0) return replaced(schema, name, change(properties[name]) ?? [])
  return { ...schema, properties: within(properties, name, (field) => changeAt(field, rest, change)) }
}

/** The schema with properties in the place of one, required as that is. */
function replaced(schema: JsonSchema, name: string, after: NonNullable<ReturnType<Change>>): JsonSchema {
  const { properties, required } = schema
  const entries = Object.entries(Object(properties)).flatMap<readonly [string, unknown]>((entry) =>
    entry[0] === name ? after : [entry],
  )
  const names = after.map(([other]) => other)
  const needed = isList(required) && required.flatMap((other) => (other === name ? names : [other]))
  return { ...schema, properties: Object.fromEntries(entries), ...(needed && { required: needed }) }
}

const within = (parent: JsonSchema, name: string, change: (child: JsonSchema) => JsonSchema): JsonSchema =>
  isFields(parent[name]) ? { ...parent, [name]: change(parent[name]) } : parent

const withReference = (schema: JsonSchema, reference: ReferenceField): JsonSchema =>
  changeAt(schema, [...reference.at.slice(0, -1), reference.field], ({ type }) => [
    [reference.at.at(-1) ?? '', referenceSchema(reference, isList(type) && type.includes('null'))],
  ])

function referenceSchema({ to, isList: several }: ReferenceField, isNullable: boolean): JsonSchema {
  const { noun, id } = kinds[to]
  const one = {
    type: ['string', 'object'],
    minLength: 1,
    maxLength: 100,
    required: ['id'],
    additionalProperties: false,
    properties: {
      id: { type: id === 'integer' ? 'integer' : 'string', description: `Of a ${noun} that is in no file.` },
    },
  }
  const description = `The name of a ${noun} in these files, or { id: … } for one that is in none.`
  if (several) return { type: 'array', maxItems: 500, items: one, description }
  return { ...one, type: isNullable ? [...one.type, 'null'] : one.type, description }
}

/** Text of code, or where it stands. */
function orFile(field: JsonSchema): JsonSchema {
  const { type } = field
  return {
    ...field,
    type: [...(isList(type) ? type : [type]), 'object'],
    required: ['file'],
    additionalProperties: false,
    properties: {
      file: { type: 'string', minLength: 1, description: 'Path from this file. What it imports travels along.' },
    },
  }
}
