import type { JsonSchema } from './schema-validators.ts'

/**
 * Whether a `$ref` refers to a part of the schema itself: the whole, a part by a JSON Pointer (RFC 6901), or an anchor. A
 * schema may have thousands of references, so that it is searched for anchors once.
 */
export function referencesIn(root: JsonSchema): (reference: string) => boolean {
  let anchors: ReadonlySet<string> | undefined
  return (reference) => {
    if (reference === '#') return true
    if (!reference.startsWith('#')) return false
    if (reference.startsWith('#/')) return findsPointer(root, reference.slice(2))
    anchors ??= new Set(anchorsIn(root))
    return anchors.has(reference.slice(1))
  }
}

function findsPointer(root: JsonSchema, pointer: string): boolean {
  let value: unknown = root
  for (const part of pointer.split('/')) {
    const name = decoded(part)
    if (name === null || value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return false
    value = Reflect.get(value, name)
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

function anchorsIn(value: unknown, found: string[] = []): string[] {
  if (value === null || typeof value !== 'object') return found
  for (const [name, item] of Object.entries(value))
    if ((name === '$anchor' || name === '$dynamicAnchor') && typeof item === 'string') found.push(item)
    else anchorsIn(item, found)
  return found
}
