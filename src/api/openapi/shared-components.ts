import { isObject, mapInnerSchemas, mapSchemasOfOperation, mapValues, pascalCase } from './schema-places.ts'
import type { Json } from './schema-places.ts'

/** Characters of JSON from which a schema that occurs again becomes a component; a reference has about 60. */
const leastLength = 160

/** An OpenAPI document as it is made: what is shared is in `components`. */
export interface OpenApi extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Readonly<Record<string, Json>>
}

/**
 * The same OpenAPI document with everything that occurs several times stated once: schemas, responses without a result
 * and parameters become components, and every occurrence refers to them. Names come from where each occurs first, so
 * that the same document always gets the same names.
 */
export const shareComponents = (document: OpenApi): OpenApi =>
  sharePart(sharePart(shareSchemas(document), 'responses'), 'parameters')

/** Changes every operation. */
const mapOperations = (document: OpenApi, change: (operation: Json) => Json): OpenApi['paths'] =>
  Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  )

/** Names what occurs several times, and holds it under its name. */
class Shared {
  readonly held: Record<string, unknown>
  readonly #kind: string
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()

  constructor(kind: string, held: Json = {}) {
    this.#kind = kind
    this.held = { ...held }
  }

  /** Returns whether it is the first of its text. */
  count(text: string): boolean {
    const count = (this.#counts.get(text) ?? 0) + 1
    this.#counts.set(text, count)
    return count === 1
  }

  name(text: string, name: string): void {
    if (!this.#names.has(text)) this.#names.set(text, name)
  }

  /** The reference to it, or null when it occurs once. The first of `candidates` that no other has becomes its name. */
  refer(text: string, candidates: readonly [string, string], write: () => unknown): Json | null {
    let name = this.#names.get(text)
    if (name === undefined) {
      if ((this.#counts.get(text) ?? 0) < 2) return null
      name = this.#freeName(candidates)
      this.#names.set(text, name)
      this.held[name] = {}
      this.held[name] = write()
    }
    return { $ref: `#/components/${this.#kind}/${name}` }
  }

  #freeName([simple, full]: readonly [string, string]): string {
    if (!(simple in this.held)) return simple
    let name = full
    for (let number = 2; name in this.held; number += 1) name = `${full}${number}`
    return name
  }
}

function shareSchemas(document: OpenApi): OpenApi {
  const named = document.components['schemas'] ?? {}
  const shared = new Shared('schemas', named)
  const textOf = createTexts()
  const isWorthIt = (schema: Json): boolean => !('$ref' in schema) && textOf(schema).length >= leastLength

  const count = (schema: Json, name: string): Json => {
    if (isWorthIt(schema) && !shared.count(textOf(schema))) return schema
    return mapInnerSchemas(schema, name, count)
  }
  const writer = (root: string) => {
    const write = (schema: Json, name: string): Json => {
      const inner = (): Json => withoutUnusableDiscriminator(mapInnerSchemas(schema, name, write))
      if (!isWorthIt(schema)) return inner()
      return shared.refer(textOf(schema), [name, name === root ? root : `${root}${name}`], inner) ?? inner()
    }
    return write
  }

  for (const [name, schema] of Object.entries(named)) if (isObject(schema)) shared.name(textOf(schema), name)
  for (const [name, schema] of Object.entries(named)) if (isObject(schema)) mapInnerSchemas(schema, name, count)
  mapOperations(document, (operation) => mapSchemasOfOperation(operation, count))
  for (const [name, schema] of Object.entries(named)) {
    if (!isObject(schema)) continue
    shared.held[name] = withoutUnusableDiscriminator(mapInnerSchemas(schema, name, writer(name)))
  }
  const paths = mapOperations(document, (operation) =>
    mapSchemasOfOperation(operation, (schema, name, root) => writer(root)(schema, name)),
  )
  return { ...document, paths, components: { ...document.components, schemas: shared.held } }
}

/** A discriminator maps to component names (OpenAPI 3.1, 4.8.25), which our tags are not. */
function withoutUnusableDiscriminator(schema: Json): Json {
  const { discriminator, ...rest } = schema
  const variants = schema['oneOf']
  const isNamed = Array.isArray(variants) && variants.some((variant: unknown) => isObject(variant) && '$ref' in variant)
  return discriminator !== undefined && isNamed ? rest : schema
}

/** Shares whole responses or parameters of operations. */
function sharePart(document: OpenApi, kind: 'responses' | 'parameters'): OpenApi {
  const shared = new Shared(kind, document.components[kind])
  const isShareable = (part: unknown): part is Json => isObject(part) && !('$ref' in part) && !hasResult(part)
  const mapParts = (operation: Json, change: (part: unknown, name: string) => unknown): Json => {
    const parts = operation[kind]
    const changed = Array.isArray(parts)
      ? parts.map((part: unknown) => change(part, String(Object(part)['name'])))
      : mapValues(parts, (part) => change(part, pascalCase(String(Object(part)['description']).split(':')[0] ?? '')))
    return { ...operation, [kind]: changed }
  }
  const keep = (part: unknown): unknown => {
    if (isShareable(part)) shared.count(JSON.stringify(part))
    return part
  }
  mapOperations(document, (operation) => mapParts(operation, keep))
  const paths = mapOperations(document, (operation) => {
    const id = pascalCase(String(operation['operationId']))
    const refer = (part: unknown, name: string): unknown =>
      isShareable(part) ? (shared.refer(JSON.stringify(part), [name, `${name}${id}`], () => part) ?? part) : part
    return mapParts(operation, refer)
  })
  return { ...document, paths, components: { ...document.components, [kind]: shared.held } }
}

/** Results stay in their operation, where readers and generators look for them. */
const hasResult = ({ description, content }: Json): boolean =>
  content !== undefined && /^(?:OK|Created|Accepted)\b/.test(String(description))

/** The JSON of each object, written once. */
function createTexts(): (schema: Json) => string {
  const texts = new Map<Json, string>()
  return (schema) => {
    const known = texts.get(schema)
    if (known !== undefined) return known
    const text = JSON.stringify(schema)
    texts.set(schema, text)
    return text
  }
}
