/** What a field of a Go structure takes: how a strictly typed client reads our answers. */
export type GoType =
  | 'string'
  | 'int'
  | 'bool'
  | 'time'
  | 'any'
  | 'map'
  | { readonly list: GoType }
  | { readonly [field: string]: GoType | undefined; readonly list?: never }

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  int: Number.isSafeInteger,
  bool: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && rfc3339.test(value),
  any: () => true,
  map: (value) => typeof value === 'object' && !Array.isArray(value),
}

/**
 * The paths at which a Go client would fail to decode an answer. Null and absent fields leave a Go field as it is, and
 * fields it does not know are skipped.
 */
export function undecodable(value: unknown, type: GoType, path = '$'): string[] {
  if (value === null || value === undefined) return []
  if (typeof type === 'string') return fits[type]?.(value) ? [] : [`${path} is ${JSON.stringify(value)}, not ${type}`]
  if (type.list) return listMistakes(value, type.list, path)
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path} is no object`]
  const answer = new Map<string, unknown>(Object.entries(value))
  return Object.entries(type).flatMap(([name, field]) =>
    field === undefined ? [] : undecodable(answer.get(name), field, `${path}.${name}`),
  )
}

const listMistakes = (value: unknown, item: GoType, path: string): string[] =>
  Array.isArray(value)
    ? value.flatMap((element, index) => undecodable(element, item, `${path}[${index}]`))
    : [`${path} is no list`]
