/** An object as forms see it: its fields can hold whatever was typed. */
export type Body = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): Body => (isObject(value) ? { ...value } : {})

/** Typed input as a body of the service, which alone decides whether it is valid. */
export const typedBody = <B extends object>(value: unknown): B => objectOf(value) as B

/** The value at a path with dots. */
export const valueAt = (body: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => objectOf(value)[name], body)

/** The same as text for a control; empty where there is none. */
export function textAt(body: object, path: string): string {
  const value = valueAt(body, path)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The list at a path; empty where there is none. */
export function listAt(body: object, path: string): readonly unknown[] {
  const value = valueAt(body, path)
  return Array.isArray(value) ? value : []
}

/** The body with another value at a path; undefined removes it. */
export function withValue<B extends object>(body: B, path: string, value: unknown): B {
  const [name = '', ...rest] = path.split('.')
  const { [name]: before, ...others } = objectOf(body)
  const next = rest.length > 0 ? withValue(objectOf(before), rest.join('.'), value) : value
  // The order of the fields stays.
  return typedBody(next === undefined ? others : { ...body, [name]: next })
}

export interface Change {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** The differences between two bodies, by the deepest paths of objects; lists are compared whole. */
export function changesOf(before: object, after: object, prefix = ''): readonly Change[] {
  const [was, is] = [objectOf(before), objectOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted((a, b) => a.localeCompare(b))
  return names.flatMap((name) => {
    const [one, other] = [was[name], is[name]]
    const path = `${prefix}${name}`
    if (isObject(one) && isObject(other)) return changesOf(one, other, `${path}.`)
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ path, before: one, after: other }]
  })
}

/** The fields of the first level that differ: an update replaces those, and keeps the others. */
export function changedFields<B extends object>(before: B, after: B): Partial<B> {
  const was = objectOf(before)
  return typedBody(
    Object.fromEntries(
      Object.entries(after).filter(([name, value]) => JSON.stringify(was[name]) !== JSON.stringify(value)),
    ),
  )
}
