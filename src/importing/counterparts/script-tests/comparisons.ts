import { acceptedCodes } from '../accepted-codes.ts'
import type { Comparison, Expectation, Place } from '../expectations.ts'
import { isPlace } from './values.ts'
import type { Value } from './values.ts'

/** Expectations, and how they differ from the source where they do. */
export interface Compared {
  readonly expectations: readonly Expectation[]
  readonly note: string | null
}

const none = null
const exactly = (...expectations: readonly Expectation[]): Compared => ({ expectations, note: null })
const textOf = (value: string | number | boolean | null): string => (value === null ? '' : String(value))

const opposites: Readonly<Record<Comparison, Comparison | null>> = {
  EQUALS: 'NOT_EQUALS',
  NOT_EQUALS: 'EQUALS',
  CONTAINS: 'NOT_CONTAINS',
  NOT_CONTAINS: 'CONTAINS',
  IS_EMPTY: 'NOT_EMPTY',
  NOT_EMPTY: 'IS_EMPTY',
  IS_NULL: 'NOT_NULL',
  NOT_NULL: 'IS_NULL',
  GREATER_THAN: null,
  LESS_THAN: null,
}

const verbs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    eql: '=',
    eq: '=',
    eqls: '=',
    equal: '=',
    equals: '=',
    '==': '=',
    '===': '=',
    '!=': '!',
    '!==': '!',
    include: 'has',
    includes: 'has',
    contain: 'has',
    contains: 'has',
    has: 'has',
    string: 'has',
    below: '<',
    lt: '<',
    lessThan: '<',
    above: '>',
    gt: '>',
    greaterThan: '>',
    least: '>=',
    gte: '>=',
    most: '<=',
    lte: '<=',
    lessThanOrEqual: '<=',
    greaterThanOrEqual: '>=',
  }),
)

/** The expectations of a comparison; null for one that has no counterpart. */
export function compared(left: Value | null, verb: string, right: Value | null, isNegated: boolean): Compared | null {
  const operator = verbs.get(verb) ?? verb
  if (left === null || right === null) return none
  if (left.kind === 'length') return ofLength(left.of, operator, right, isNegated)
  if (isPlace(left)) return withConstant(left, operator, right, isNegated)
  return isPlace(right) ? withConstant(right, turned(operator), left, isNegated) : none
}

const turns: ReadonlyMap<string, string> = new Map(Object.entries({ '<': '>', '>': '<', '<=': '>=', '>=': '<=' }))
const turned = (operator: string): string => turns.get(operator) ?? operator

function withConstant(of: Place, operator: string, right: Value, isNegated: boolean): Compared | null {
  if (right.kind === 'list') return operator === 'oneOf' && !isNegated ? oneOf(of, right.values) : none
  if (right.kind === 'pattern') return operator === 'match' ? fits(of, right, isNegated) : none
  return right.kind === 'literal' ? withLiteral(of, operator, right.value, isNegated) : none
}

function withLiteral(
  of: Place,
  operator: string,
  value: string | number | boolean | null,
  isNegated: boolean,
): Compared | null {
  if (operator === '!') return withLiteral(of, '=', value, !isNegated)
  if (operator === '=' && value === null) return exactly(stated(of, 'IS_NULL', isNegated))
  if (operator === '=') return exactly({ ...stated(of, 'EQUALS', isNegated), target: textOf(value) })
  if (operator === 'has') return exactly({ ...stated(of, 'CONTAINS', isNegated), target: textOf(value) })
  return typeof value === 'number' ? ofNumber(of, isNegated ? negated(operator) : operator, value) : none
}

const stated = (of: Place, comparison: Comparison, isNegated: boolean): Expectation => ({
  of,
  comparison: (isNegated && opposites[comparison]) || comparison,
  target: '',
})

const negations: ReadonlyMap<string, string> = new Map(Object.entries({ '<': '>=', '>': '<=', '<=': '>', '>=': '<' }))
const negated = (operator: string): string => negations.get(operator) ?? ''

function ofNumber(of: Place, operator: string, value: number): Compared | null {
  if (operator === '<') return exactly({ of, comparison: 'LESS_THAN', target: String(value) })
  if (operator === '>') return exactly({ of, comparison: 'GREATER_THAN', target: String(value) })
  if (operator !== '<=' && operator !== '>=') return none
  const isLeast = operator === '>='
  const bound = isLeast ? Math.ceil(value) - 1 : Math.floor(value) + 1
  const note = of.kind === 'json' ? 'The same for whole numbers; a fraction next to the limit passes as well.' : null
  const comparison = isLeast ? 'GREATER_THAN' : 'LESS_THAN'
  return { expectations: [{ of, comparison, target: String(bound) }], note }
}

function oneOf(of: Place, values: readonly (string | number)[]): Compared | null {
  if (of.kind !== 'status') return none
  const accepted = acceptedCodes(values.map(Number).map((code) => [code, code] as const))
  if (accepted === null) return none
  return exactly(
    ...accepted.assertions.map(({ comparison, target = '' }) => ({ of, comparison: asComparison(comparison), target })),
  )
}

/** Sound for assertions on status codes. */
const asComparison = (comparison: string): Comparison => comparison as Comparison

function fits(of: Place, { source, flags }: { source: string; flags: string }, isNegated: boolean): Compared | null {
  if ((of.kind !== 'text' && of.kind !== 'header') || /[^gimsu]/.test(flags)) return none
  const modes = flags.replaceAll(/[^ims]/g, '')
  const pattern = modes === '' ? source : `(?${modes})${source}`
  return exactly({ of, comparison: isNegated ? 'IS_EMPTY' : 'NOT_EMPTY', target: '', pattern })
}

function ofLength(of: Place, operator: string, right: Value, isNegated: boolean): Compared | null {
  const value = right.kind === 'literal' ? `${isNegated ? 'not ' : ''}${operator} ${textOf(right.value)}` : ''
  if (['> 0', '>= 1', '! 0', 'not = 0'].includes(value)) return exactly({ of, comparison: 'NOT_EMPTY', target: '' })
  return ['= 0', '< 1'].includes(value) ? exactly({ of, comparison: 'IS_EMPTY', target: '' }) : none
}

/** A word without arguments, such as `true`, `null` or `empty`. */
export function inState(of: Value | null, word: string, isNegated: boolean): Compared | null {
  if (!isPlace(of)) return none
  const value = constants.get(word)
  if (value !== undefined) return withLiteral(of, '=', value, isNegated)
  const comparison = states.get(word)
  return comparison === undefined ? none : exactly(stated(of, comparison, isNegated))
}

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])
const states: ReadonlyMap<string, Comparison> = new Map([
  ['empty', 'IS_EMPTY'],
  ['exist', 'NOT_NULL'],
  ['exists', 'NOT_NULL'],
  ['undefined', 'IS_NULL'],
])
