import { isFields } from '#contract'
import type { JsonSchema } from './kinds.ts'

/** Shorter schemas are repeated. */
const shortestShared = 160

/** The same schema with what stands in it several times as definitions, named after the first field that has it. */
export function shareDefinitions(schema: JsonSchema): JsonSchema {
  const counts = new Map<string, number>()
  count(schema, counts)
  const definitions = new Definitions(counts)
  const shared = definitions.share(schema, '')
  return { ...Object(shared), definitions: Object.fromEntries(definitions.all) }
}

function count(node: unknown, counts: Map<string, number>): void {
  if (Array.isArray(node)) for (const item of node) count(item, counts)
  if (!isFields(node)) return
  const key = JSON.stringify(node)
  counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const value of Object.values(node)) count(value, counts)
}

class Definitions {
  readonly all = new Map<string, unknown>()
  readonly #names = new Map<string, string>()
  readonly #counts: ReadonlyMap<string, number>

  constructor(counts: ReadonlyMap<string, number>) {
    this.#counts = counts
  }

  share(node: unknown, field: string): unknown {
    if (Array.isArray(node)) return node.map((item) => this.share(item, field))
    if (!isFields(node)) return node
    const key = JSON.stringify(node)
    if (!isSchema(node) || key.length < shortestShared || this.#counts.get(key) === 1) return this.#within(node, field)
    return { $ref: `#/definitions/${this.#names.get(key) ?? this.#define(key, node, field)}` }
  }

  #define(key: string, node: JsonSchema, field: string): string {
    const same = [...this.all.keys()].filter((name) => name.replace(/-\d+$/, '') === field).length
    const name = same === 0 ? field : `${field}-${same + 1}`
    this.#names.set(key, name)
    this.all.set(name, {})
    this.all.set(name, this.#within(node, field))
    return name
  }

  /** Items of a list are named after the field of the list. */
  #within(node: JsonSchema, field: string): JsonSchema {
    const named = ([name, value]: [string, unknown]) => [name, this.share(value, name === 'items' ? field : name)]
    return Object.fromEntries(Object.entries(node).map(named))
  }
}

/** Not the properties of an object. */
const isSchema = ({ type, anyOf }: JsonSchema): boolean =>
  typeof type === 'string' || Array.isArray(type) || Array.isArray(anyOf)
