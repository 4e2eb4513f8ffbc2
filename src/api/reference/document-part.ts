import { isObject } from '../openapi/schema-places.ts'
import type { Json } from '../openapi/schema-places.ts'
import type { OpenApi } from '../openapi/shared-components.ts'

/** The document of one operation, with no other components than it needs. Null when there is no such operation. */
export function partOf(document: OpenApi, operationId: string): OpenApi | null {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['operationId'] === operationId) return alone(document, path, method, operation)
    }
  }
  return null
}

function alone(document: OpenApi, path: string, method: string, operation: Json): OpenApi {
  const { securitySchemes = {} } = document.components
  const components: Record<string, Record<string, unknown>> = { securitySchemes }
  const waiting: unknown[] = [operation]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const [, kind = '', name = ''] of referencesIn(node)) {
      const held = (components[kind] ??= {})
      if (name in held) continue
      held[name] = document.components[kind]?.[name]
      waiting.push(held[name])
    }
  }
  const tags = Array.isArray(operation['tags']) ? operation['tags'].map((name: unknown) => ({ name })) : []
  return { ...document, tags, paths: { [path]: { [method]: operation } }, components }
}

/** Every `$ref` in it, as `[text, kind, name]`. */
function referencesIn(node: unknown): readonly (readonly string[])[] {
  const found: string[][] = []
  const waiting: unknown[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) waiting.push(...next)
    if (!isObject(next)) continue
    const reference = typeof next['$ref'] === 'string' ? /^#\/components\/(\w+)\/(.+)$/.exec(next['$ref']) : null
    if (reference) found.push([...reference])
    waiting.push(...Object.values(next).filter((value) => typeof value === 'object' && value !== null))
  }
  return found
}
