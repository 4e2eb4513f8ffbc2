import type { HiddenText } from './hidden-text.ts'

/** A record of strings, or of lists of strings, without secrets in names and values. */
export function hideRecord<V extends string | readonly string[]>(
  record: Readonly<Record<string, V>>,
  hidden: HiddenText,
): Readonly<Record<string, V>> {
  if (hidden.isEmpty) return record
  const entries = Object.entries(record).map(([name, value]): [string, V] => [
    hidden.all(name),
    hideValue(value, hidden),
  ])
  return Object.fromEntries(entries)
}

/** A string stays a string and a list stays a list, which the compiler cannot infer for the generic. */
const hideValue = <V extends string | readonly string[]>(value: V, hidden: HiddenText): V =>
  (typeof value === 'string' ? hidden.all(value) : value.map(hidden.all)) as V
