import type { NamedValue } from './values.ts'

export interface SettingWords {
  /** By the names of fields of requests and results. */
  readonly settings: Readonly<Record<string, string>>
  /** By the names of rules about certificates. */
  readonly rules: Readonly<Record<string, string>>
  readonly severities: Readonly<Record<string, string>>
  readonly yes: string
  readonly no: string
}

/** Parts of a path that say nothing beside the part before or after them. */
const silent: ReadonlySet<string> = new Set([
  'request',
  'sslConfig',
  'grpcConfig',
  'securityBaseline',
  'value',
  'severity',
  'enabled',
])

/** The same values by words where there are any; those that have one name are one. */
export function namedByWords(values: readonly NamedValue[], words: SettingWords): readonly NamedValue[] {
  const byName = Map.groupBy(values, ({ name }) => nameOf(name, words))
  return [...byName].map(([name, same]) => ({ name, value: same.map((one) => valueOf(one, words)).join(', ') }))
}

function nameOf(path: string, { settings, rules }: SettingWords): string {
  const parts = path.split('.')
  const telling = parts.filter((part) => !silent.has(part))
  // Of parts that say nothing the first is the widest.
  const named = telling.length > 0 ? telling : parts.slice(0, 1)
  return named.map((part) => rules[part] ?? settings[part] ?? part).join(', ')
}

function valueOf({ name, value }: NamedValue, { severities, yes, no }: SettingWords): string {
  if (name.endsWith('.severity')) return severities[value] ?? value
  return value === 'true' ? yes : value === 'false' ? no : value
}
