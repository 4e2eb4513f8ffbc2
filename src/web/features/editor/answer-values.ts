import { isContainer, parseAsSent } from '../../results/json-as-sent.ts'
import type { Assertion } from './suggest-assertions.ts'

/** A line of an answer in JSON, with the assertion that its value stands for. */
export interface AnswerLine {
  readonly indent: number
  /** The name and what surrounds it, for example `"id": `. */
  readonly before: string
  readonly value: string
  readonly after: string
  /** Null for what is no single value. */
  readonly assertion: Assertion | null
}

const mostLines = 500
const longestTarget = 200

/** The lines of a body in JSON, at most 500; null for a body that is none. */
export function answerLines(body: string): readonly AnswerLine[] | null {
  try {
    const parsed = parseAsSent(body)
    if (!isContainer(parsed)) return null
    const lines: AnswerLine[] = []
    write(lines, parsed, { path: '$', indent: 0, before: '', after: '' })
    return lines.slice(0, mostLines)
  } catch {
    return null
  }
}

interface Place {
  readonly path: string
  readonly indent: number
  readonly before: string
  readonly after: string
}

function write(lines: AnswerLine[], value: unknown, place: Place): void {
  if (lines.length >= mostLines) return
  const { path, indent, before, after } = place
  if (!isContainer(value))
    return void lines.push({ indent, before, after, value: JSON.stringify(value), assertion: assertionOf(path, value) })
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const entries = Object.entries(value)
  const plain = { indent, assertion: null, value: '' }
  if (entries.length === 0) return void lines.push({ ...plain, before: `${before}${open}${close}`, after })
  lines.push({ ...plain, before: `${before}${open}`, after: '' })
  entries.forEach(([name, item], index) =>
    write(lines, item, {
      path: isList ? `${path}[${name}]` : memberPath(path, name),
      indent: indent + 1,
      before: isList ? '' : `${JSON.stringify(name)}: `,
      after: index < entries.length - 1 ? ',' : '',
    }),
  )
  lines.push({ ...plain, before: `${close ?? ''}`, after })
}

/** Of JSONPath (RFC 9535). */
const memberPath = (path: string, name: string): string =>
  /^[a-z_]\w*$/i.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`

/** An assertion that a value passes; of long texts only that they are not empty. */
function assertionOf(property: string, value: unknown): Assertion {
  const source = 'JSON_BODY'
  if (value === null) return { source, property, comparison: 'IS_NULL', target: '' }
  const target = typeof value === 'string' ? value : JSON.stringify(value)
  if (target === '') return { source, property, comparison: 'IS_EMPTY', target: '' }
  if (target.length > longestTarget) return { source, property, comparison: 'NOT_EMPTY', target: '' }
  return { source, property, comparison: 'EQUALS', target }
}

/** Headers of an answer as assertions, by name. */
export const headerAssertions = (headers: unknown): readonly Assertion[] =>
  Object.entries(Object(headers))
    .map(([name, value]) => ({
      source: 'HEADERS',
      property: name.toLowerCase(),
      comparison: 'EQUALS',
      target: Array.isArray(value) ? value.join(', ') : String(value),
    }))
    .toSorted((one, other) => one.property.localeCompare(other.property))

/** Identifies an assertion apart from its target; one without a property may have none or an empty one. */
const keyOf = (assertion: unknown): string => {
  const { source, property, comparison }: Partial<Assertion> = Object(assertion)
  return JSON.stringify([source, property ?? '', comparison])
}

/** Whether a list asserts this already, whatever the target. */
export const isAsserted = (assertions: readonly unknown[], assertion: Assertion): boolean =>
  assertions.some((one) => keyOf(one) === keyOf(assertion))

/** The list with the assertion, or without those like it. */
export const toggled = (assertions: readonly unknown[], assertion: Assertion): readonly unknown[] =>
  isAsserted(assertions, assertion)
    ? assertions.filter((one) => keyOf(one) !== keyOf(assertion))
    : [...assertions, assertion]
