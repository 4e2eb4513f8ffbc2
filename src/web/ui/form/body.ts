export type Body = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The value at a path with dots. */
export const valueAt = (body: Body, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => objectOf(value)[name], body)

/** The same as text for a control; empty where there is none. */
export function textAt(body: Body, path: string): string {
  const value = valueAt(body, path)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The body with another value at a path; undefined removes it. */
export function withValue(body: Body, path: string, value: unknown): Body {
  const [name = '', ...rest] = path.split('.')
  if (rest.length > 0) return { ...body, [name]: withValue(objectOf(body[name]), rest.join('.'), value) }
  const { [name]: _before, ...others } = body
  return value === undefined ? others : { ...others, [name]: value }
}

export interface Change {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** The differences between two bodies, by the deepest paths of objects; lists are compared whole. */
export function changesOf(before: Body, after: Body, prefix = ''): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted((a, b) => a.localeCompare(b))
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    const path = `${prefix}${name}`
    if (isObject(was) && isObject(is)) return changesOf(objectOf(was), objectOf(is), `${path}.`)
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, before: was, after: is }]
  })
}

export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of the first level that differ: an update replaces those, and keeps the others. */
export const changedFields = (before: Body, after: Body): Body =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  )
