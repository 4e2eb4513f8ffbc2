/** What a schema permits at one place, all its alternatives taken together. */
export interface FieldTree {
  /** Names of JSON types; none where anything is permitted. */
  readonly types: ReadonlySet<string>
  /** The listed values, as JSON; undefined where some alternative permits other values than those of a list. */
  readonly values: ReadonlySet<string> | undefined
  readonly fields: ReadonlyMap<string, Field>
  readonly items: FieldTree | undefined
}

export interface Field {
  readonly tree: FieldTree
  /** In every alternative that is an object. */
  readonly required: boolean
}

/** Stands for the fields that a schema does not name. */
export const otherFields = '*'

export const anything: FieldTree = { types: new Set(), values: undefined, fields: new Map(), items: undefined }

type Schema = Readonly<Record<string, unknown>>

/** Reads schemas of one OpenAPI document, 3.0 or 3.1. A schema inside itself permits anything there. */
export function fieldTreeReader(document: unknown): (schema: unknown) => FieldTree {
  const read = (given: unknown, around: readonly unknown[]): FieldTree => {
    const schema = resolve(document, given)
    if (around.includes(schema)) return anything
    const inner = (each: unknown) => read(each, [...around, schema])
    const own = ownTree(schema, inner)
    const parts = listOf(schema['allOf']).map(inner).reduce(both, own)
    const [first = anything, ...others] = listOf(schema['oneOf'] ?? schema['anyOf']).map(inner)
    const whole = both(parts, others.reduce(either, first))
    return schema['nullable'] === true ? either(whole, { ...anything, types: new Set(['null']) }) : whole
  }
  return (schema) => read(schema, [])
}

function resolve(document: unknown, given: unknown): Schema {
  const schema: Schema = Object(given)
  const { $ref: pointer } = schema
  if (typeof pointer !== 'string') return schema
  const steps = pointer.split('/').slice(1)
  return resolve(
    document,
    steps.reduce<unknown>((node, step) => Object(node)[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  )
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value)

function ownTree(schema: Schema, inner: (schema: unknown) => FieldTree): FieldTree {
  const values =
    'const' in schema ? [schema['const']] : schema['enum'] === undefined ? undefined : listOf(schema['enum'])
  const named = Object.entries(Object(schema['properties']))
  const required = new Set(listOf(schema['required']))
  const { type, additionalProperties: others, items } = schema
  const types = type === undefined ? (values ?? []).map(typeOf) : [type].flat().map(String)
  return {
    types: new Set(types.length === 0 && named.length > 0 ? ['object'] : types),
    values: values && new Set(values.map((value) => JSON.stringify(value))),
    fields: new Map([
      ...named.map(([name, value]): [string, Field] => [name, { tree: inner(value), required: required.has(name) }]),
      ...[...Object.values(Object(schema['patternProperties'])), ...(isSchema(others) ? [others] : [])].map(
        (value): [string, Field] => [otherFields, { tree: inner(value), required: false }],
      ),
    ]),
    items: items === undefined ? undefined : inner(items),
  }
}

const isSchema = (value: unknown): boolean => value === true || (typeof value === 'object' && value !== null)

/** What is permitted by one of the two. */
export function either(a: FieldTree, b: FieldTree): FieldTree {
  const isObject = ({ types }: FieldTree) => types.size === 0 || types.has('object')
  const needs = (tree: FieldTree, name: string) => !isObject(tree) || tree.fields.get(name)?.required === true
  return {
    types: a.types.size === 0 || b.types.size === 0 ? new Set() : new Set([...a.types, ...b.types]),
    values: unitedValues(a, b),
    fields: joined(a, b, (name) => needs(a, name) && needs(b, name)),
    items: a.items && b.items ? either(a.items, b.items) : (a.items ?? b.items),
  }
}

/** Null beside a list does not open the list. */
function unitedValues(a: FieldTree, b: FieldTree): FieldTree['values'] {
  const valuesOf = (tree: FieldTree) => tree.values ?? (isNull(tree) ? new Set(['null']) : undefined)
  const [ofA, ofB] = [valuesOf(a), valuesOf(b)]
  return ofA && ofB && !(isNull(a) && isNull(b)) ? new Set([...ofA, ...ofB]) : undefined
}

const isNull = ({ types }: FieldTree): boolean => types.size === 1 && types.has('null')

/** What is permitted by both, for parts of which only one says the type or the values of a place. */
const both = (a: FieldTree, b: FieldTree): FieldTree => ({
  types: a.types.size === 0 ? b.types : a.types,
  values: a.values ?? b.values,
  fields: joined(a, b, (name) => [a, b].some(({ fields }) => fields.get(name)?.required === true)),
  items: a.items ?? b.items,
})

function joined(a: FieldTree, b: FieldTree, required: (name: string) => boolean): FieldTree['fields'] {
  const names = new Set([...a.fields.keys(), ...b.fields.keys()])
  return new Map(
    [...names].map((name): [string, Field] => {
      const [ofA, ofB] = [a.fields.get(name)?.tree, b.fields.get(name)?.tree]
      return [name, { tree: ofA && ofB ? either(ofA, ofB) : (ofA ?? ofB ?? anything), required: required(name) }]
    }),
  )
}
