/** Reads fields of stored values of unknown shape. */
export const fieldOf = (value: unknown, name: string): unknown => {
  const found: unknown =
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
  return found ?? undefined
}

/** Null for another type, and for what is no finite number. */
export function numberOf(value: unknown, name: string): number | null {
  const found = fieldOf(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

export function textOf(value: unknown, name: string): string | null {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found : null
}
