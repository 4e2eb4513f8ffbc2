import type { Value } from './monitor-import.ts'

const part = '(?:[A-Za-z_][\\w]*|`[^`\\\\]+`)(?:\\[-?\\d{1,9}\\])*'
const simplePath = new RegExp(`^(?:\\$\\.?)?(?:\\[-?\\d{1,9}\\])*(?:${part}(?:\\.${part})*)?$`)
const steps = /\[(-?\d+)\]|`([^`]+)`|([A-Za-z_]\w*)/g

/** The JSONPath of a JSONata path; null for functions, filters and everything else that is no plain path. */
export function jsonPathOf(jsonata: string): string | null {
  const text = jsonata.trim()
  if (!simplePath.test(text)) return null
  const found = [...text.matchAll(steps)].map(([, index, quoted, name]) =>
    index !== undefined ? `[${index}]` : quoted !== undefined ? `['${quoted.replaceAll("'", "\\'")}']` : `.${name}`,
  )
  return `$${found.join('')}`
}

export interface Comparison {
  readonly comparison: string
  readonly target: string
  /** The difference from the source; null when there is none. */
  readonly note: string | null
}

const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  contains: 'not contains',
}

const texts: Readonly<Partial<Record<string, string>>> = {
  '==': 'EQUALS',
  '!=': 'NOT_EQUALS',
  contains: 'CONTAINS',
  'not contains': 'NOT_CONTAINS',
}
const limits: Readonly<Partial<Record<string, string>>> = { '>': 'GREATER_THAN', '<': 'LESS_THAN' }

/** The comparison of an operator; null for one that is unknown, or for a number where there is none. */
export function comparisonOf(operator: string, target: string, isInverted: boolean): Comparison | null {
  const effective = (isInverted ? opposites[operator] : operator) ?? ''
  const onText = texts[effective]
  if (onText !== undefined) return { comparison: onText, target, note: null }
  const number = Number(target)
  if (target.trim() === '' || !Number.isFinite(number)) return null
  const limit = limits[effective]
  if (limit !== undefined) return { comparison: limit, target, note: null }
  return effective === '>=' || effective === '<=' ? wholeNumbers(effective, number) : null
}

/** For whole numbers "at least 5" is "more than 4". */
function wholeNumbers(operator: '>=' | '<=', number: number): Comparison {
  const isAtLeast = operator === '>='
  const bound = isAtLeast ? Math.ceil(number) - 1 : Math.floor(number) + 1
  return {
    comparison: isAtLeast ? 'GREATER_THAN' : 'LESS_THAN',
    target: String(bound),
    note: 'The same for whole numbers; a fraction next to the limit passes as well.',
  }
}

export const jsonAssertion = (property: string, { comparison, target }: Comparison): Value => ({
  source: 'JSON_BODY',
  property,
  comparison,
  target,
})
