export type Json = Readonly<Record<string, unknown>>

/** Where schemas are inside a schema (JSON Schema 2020-12, section 10): as a value, in a list, or in an object by name. */
const values: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'propertyNames', 'contains'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

/** Replaces one schema. `name` is that of its property, or else made from that of its parent. */
export type Change = (schema: Json, name: string) => unknown

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `start-time` as `StartTime`. */
export const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, first: string) => first.toUpperCase())

export const mapValues = (object: unknown, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(Object(object)).map(([key, value]) => [key, change(value, key)]))

/** A copy of a schema with the schemas directly inside it changed; not what is inside `default`, `enum` and `examples`. */
export const mapInnerSchemas = (schema: Json, name: string, change: Change): Json =>
  mapValues(schema, (value, key) => {
    if (values.has(key) && isObject(value)) return change(value, `${name}Item`)
    if (lists.has(key) && Array.isArray(value)) {
      return value.map((inner: unknown) => (isObject(inner) ? change(inner, `${name}Variant`) : inner))
    }
    if (!named.has(key)) return value
    return mapValues(value, (inner, property) => (isObject(inner) ? change(inner, pascalCase(property)) : inner))
  })

/** Changes the schemas of one operation. `root` is a name for whatever belongs to this body, answer or parameter. */
export function mapSchemasOfOperation(
  operation: Json,
  change: (schema: Json, name: string, root: string) => unknown,
): Json {
  const id = pascalCase(String(operation['operationId']))
  const noun = id.replace(/^[A-Z][a-z]+/, '') || id
  const inContent = (holder: unknown, name: string): unknown =>
    isObject(holder) && isObject(holder['content'])
      ? { ...holder, content: mapValues(holder['content'], (media) => inMedia(media, name)) }
      : holder
  const inMedia = (media: unknown, name: string): unknown =>
    isObject(media) && isObject(media['schema']) ? { ...media, schema: change(media['schema'], name, name) } : media
  const inParameter = (parameter: unknown): unknown => {
    if (!isObject(parameter) || !isObject(parameter['schema'])) return parameter
    return { ...parameter, schema: change(parameter['schema'], pascalCase(String(parameter['name'])), `${id}Query`) }
  }
  return mapValues(operation, (value, key) => {
    if (key === 'parameters' && Array.isArray(value)) return value.map(inParameter)
    if (key === 'requestBody') return inContent(value, `${id}Body`)
    if (key === 'responses') return mapValues(value, (response) => inContent(response, noun))
    return value
  })
}
