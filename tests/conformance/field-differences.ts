import { otherFields } from './field-tree.ts'
import type { FieldTree } from './field-tree.ts'

/**
 * How a body or parameter is less than clients of the hosted API send, or an answer more than they understand. Each
 * difference is the path of a field and what it is about, as `.request.url missing`. An input without named fields takes any.
 */
export function differencesOfInput(theirs: FieldTree, ours: FieldTree, path = ''): string[] {
  return [
    ...restrictions(path, ours, theirs),
    ...[...theirs.fields].flatMap(([name, field]) => {
      const { tree } = ours.fields.get(name) ?? ours.fields.get(otherFields) ?? {}
      if (tree) return differencesOfInput(field.tree, tree, `${path}.${name}`)
      return ours.fields.size === 0 ? [] : [`${path}.${name} missing`]
    }),
    ...[...ours.fields].flatMap(([name, { required }]) =>
      required && theirs.fields.get(name)?.required !== true ? [`${path}.${name} required`] : [],
    ),
    ...ofItems(theirs, ours, path, differencesOfInput),
  ]
}

/** The same of an answer. Null is understood where a field may be absent. */
export function differencesOfAnswer(theirs: FieldTree, ours: FieldTree, path = '', required = true): string[] {
  const inside = [...theirs.fields].flatMap(([name, field]) => {
    if (name === otherFields) return []
    const found = ours.fields.get(name)
    if (found === undefined) return [`${path}.${name} missing`]
    return [
      ...(field.required && !found.required ? [`${path}.${name} optional`] : []),
      ...differencesOfAnswer(field.tree, found.tree, `${path}.${name}`, field.required),
    ]
  })
  return [
    ...restrictions(path, theirs, ours).filter((text) => required || text !== `${path} type null`),
    ...inside,
    ...ofItems(theirs, ours, path, differencesOfAnswer),
  ]
}

/** Types and values that `narrow` permits and `wide` does not. */
function restrictions(path: string, wide: FieldTree, narrow: FieldTree): string[] {
  const numeric = (type: string) => (type === 'integer' ? 'number' : type)
  const types = new Set([...wide.types].map(numeric))
  const others = types.size === 0 ? [] : [...narrow.types].map(numeric).filter((type) => !types.has(type))
  const values = [...(narrow.values ?? (narrow.types.size > 0 ? ['others'] : []))]
  return [
    ...others.map((type) => `${path} type ${type}`),
    ...values.flatMap((value) =>
      wide.values === undefined || wide.values.has(value) || value === 'null' ? [] : [`${path} value ${value}`],
    ),
  ]
}

const ofItems = (
  theirs: FieldTree,
  ours: FieldTree,
  path: string,
  compare: (theirs: FieldTree, ours: FieldTree, path: string) => string[],
): string[] => (theirs.items && ours.items ? compare(theirs.items, ours.items, `${path}[]`) : [])
