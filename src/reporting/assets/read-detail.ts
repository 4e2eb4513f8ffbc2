/** The value at this path of stored JSON; undefined when there is none. */
export function fieldAt(value: unknown, ...names: readonly string[]): unknown {
  let found = value
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}

/** The string at this path, empty when there is none. */
export function textAt(value: unknown, ...names: readonly string[]): string {
  const found = fieldAt(value, ...names)
  return typeof found === 'string' ? found : ''
}

export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = fieldAt(value, ...names)
  return Array.isArray(found) ? found : []
}

/** The fields of an object by name, as lines `name: value`; those of nested objects under `name.inner`. */
export function linesOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  // Jsonb does not preserve the order of keys.
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return fields.flatMap(([name, field]) => linesOfField(prefix === '' ? name : `${prefix}.${name}`, field))
}

function linesOfField(path: string, field: unknown): string[] {
  if (field === null || field === '') return []
  if (Array.isArray(field)) return field.flatMap((item: unknown) => linesOfField(path, item))
  if (typeof field === 'object') return linesOf(field, path)
  return [`${path}: ${typeof field === 'string' ? field : JSON.stringify(field)}`]
}
