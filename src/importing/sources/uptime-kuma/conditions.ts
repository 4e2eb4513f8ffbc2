import { isRecord } from './kuma-data.ts'

const deepest = 20

/**
 * The filter of a JSONPath that a record of an answer passes when the conditions hold, which Uptime Kuma evaluates from left to right;
 * null without any. Undefined for what has no counterpart.
 */
export function recordFilter(conditions: unknown, recordType: string): string | null | undefined {
  if (!Array.isArray(conditions)) return undefined
  const list: readonly unknown[] = conditions
  const text = joined(list, recordType, 0)
  return text === undefined ? undefined : text === '' ? null : text
}

function joined(items: readonly unknown[], recordType: string, depth: number): string | undefined {
  if (depth > deepest || items.length > 100) return undefined
  let text = ''
  for (const item of items) {
    const one = isRecord(item) ? filterOf(item, recordType, depth) : undefined
    if (one === undefined || !isRecord(item)) return undefined
    if (one === '') continue
    text = text === '' ? one : `(${text} ${item['andOr'] === 'or' ? '||' : '&&'} ${one})`
  }
  return text
}

function filterOf(item: Item, recordType: string, depth: number): string | undefined {
  const { children, type } = item
  const list: readonly unknown[] = Array.isArray(children) ? children : []
  return type === 'group' ? joined(list, recordType, depth + 1) : expression(item, recordType)
}

type Item = Readonly<Record<string, unknown>>

function expression({ variable, operator, value }: Item, recordType: string): string | undefined {
  if (variable !== 'record' || typeof operator !== 'string' || typeof value !== 'string') return undefined
  const isNegated = operator.startsWith('not_')
  const test = tests[isNegated ? operator.slice('not_'.length) : operator]
  if (!test) return undefined
  const [name, pattern] = test(escapedPattern(value), namesOfHosts.has(recordType) ? '[.]?' : '')
  return `${isNegated ? '!' : ''}${name}(@.data, ${quoted(pattern)})`
}

/** Uptime Kuma compares the name in these records, which end with a dot in an answer and have a preference before them. */
const namesOfHosts: ReadonlySet<string> = new Set(['CNAME', 'MX', 'NS', 'SOA'])

type Test = (text: string, end: string) => readonly ['match' | 'search', string]
const tests: Readonly<Record<string, Test>> = {
  equals: (text, end) => ['match', end === '' ? `"?${text}"?` : `([0-9]+ )?${text}${end}`],
  contains: (text) => ['search', text],
  starts_with: (text, end) => ['match', end === '' ? `"?${text}.*` : `([0-9]+ )?${text}.*`],
  ends_with: (text, end) => ['match', end === '' ? `.*${text}"?` : `.*${text}${end}`],
}

/** As regular expressions of JSONPath (RFC 9485) write it. */
const escapedPattern = (text: string): string =>
  text.replaceAll(/[.*+?^{}()|[\]\\]/g, String.raw`\$&`).replaceAll(/[$']/g, '[$&]')

/** A text of a JSONPath. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, ' ')}'`
