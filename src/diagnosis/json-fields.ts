/** Reads fields of a value of unknown shape; missing fields and other types are null or empty. */
export const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? new Map(Object.entries(value)).get(name)
    : undefined

export const textIn = (value: unknown, name: string): string | null => {
  const found = at(value, name)
  return typeof found === 'string' ? found : null
}

export const numberIn = (value: unknown, name: string): number | null => {
  const found = at(value, name)
  return typeof found === 'number' ? found : null
}

export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const found = at(value, name)
  return Array.isArray(found) ? found : []
}
