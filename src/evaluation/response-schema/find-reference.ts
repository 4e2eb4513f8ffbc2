import type { JsonSchema } from './schema-validators.ts'

/** Whether a `$ref` refers to a part of the schema itself: the whole, a part by a JSON Pointer (RFC 6901), or an anchor. */
export function findsReference(root: JsonSchema, reference: string): boolean {
  if (reference === '#') return true
  if (!reference.startsWith('#')) return false
  return reference.startsWith('#/') ? findsPointer(root, reference.slice(2)) : findsAnchor(root, reference.slice(1))
}

function findsPointer(root: JsonSchema, pointer: string): boolean {
  let value: unknown = root
  for (const part of pointer.split('/')) {
    const name = decoded(part)
    if (name === null || value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return false
    value = new Map<string, unknown>(Object.entries(value)).get(name)
  }
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null)
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return null
  }
}

function findsAnchor(value: unknown, anchor: string): boolean {
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(
    ([name, item]) =>
      ((name === '$anchor' || name === '$dynamicAnchor') && item === anchor) || findsAnchor(item, anchor),
  )
}
