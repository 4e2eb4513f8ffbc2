import { isFields } from '#contract'
import type { ReferenceField } from './kinds.ts'
import type { Path } from './mistake.ts'

type Fields = Readonly<Record<string, unknown>>

/** A reference to another resource in a file: its name, or the id of one that is in no file. */
export type Reference = string | { readonly id: string | number }

/** Sound for values that fit the schema of the form. */
const asReference = (value: unknown): Reference => value as Reference

/** The references of a resource, each with its path in the resource. */
export function referencesIn(value: unknown, { at }: ReferenceField): readonly (readonly [Path, Reference])[] {
  const found: (readonly [Path, Reference])[] = []
  const walk = (node: unknown, path: Path, [name, ...rest]: readonly string[]): void => {
    if (node === undefined || node === null) return
    if (name === '*' || (name === undefined && Array.isArray(node))) {
      if (Array.isArray(node)) for (const [index, item] of node.entries()) walk(item, [...path, index], rest)
    } else if (name === undefined) found.push([path, asReference(node)])
    else if (isFields(node)) walk(node[name], [...path, name], rest)
  }
  walk(value, [], at)
  return found
}

/** A change of the field at the end of a path, given all fields beside it. Returns the fields after it. */
export type ChangeFields = (fields: Fields, name: string) => Fields

/** The resource with the fields at a path changed, wherever they are. */
export function changeFieldsAt(value: Fields, at: readonly string[], change: ChangeFields): Fields {
  const [name = '', ...rest] = at
  if (rest.length === 0) return name in value ? change(value, name) : value
  const { [name]: child } = value
  if (Array.isArray(child) && rest[0] === '*')
    return {
      ...value,
      [name]: child.map((item: unknown) => (isFields(item) ? changeFieldsAt(item, rest.slice(1), change) : item)),
    }
  return isFields(child) ? { ...value, [name]: changeFieldsAt(child, rest, change) } : value
}
