import { assertionSources, comparisons } from '#contract'
import type { AssertionSource, AssertionSourceName, Comparison, PropertyRule } from '#contract'

interface Value {
  readonly comparisons: readonly Comparison[]
  /** The values that it can have. Default: any. */
  readonly targets?: readonly string[]
}

/** The properties and comparisons of one assertion source. */
interface Grammar extends Value {
  readonly property: PropertyRule
  /** Whether a part of the value can be chosen by a regular expression. */
  readonly regex?: boolean
  /** Where the comparisons depend on the property. */
  readonly byProperty?: Readonly<Record<string, Value>>
}

/** Of a source that only a later version of the service has: everything. */
const unknown: Grammar = { property: 'name', comparisons }

/** By sources: the properties that one type of checks takes besides the grammar. */
export type Properties = Readonly<Partial<Record<string, readonly string[]>>>

const sources: Readonly<Record<AssertionSourceName, AssertionSource>> = assertionSources

export function grammarOf(source: unknown, properties: Properties = {}): Grammar {
  const grammar = sources[source as AssertionSourceName] ?? unknown
  const property = properties[String(source)]
  return property ? { ...grammar, property } : grammar
}

const usual = ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN', 'CONTAINS', 'NOT_CONTAINS'] as const
const withoutTarget = ['IS_EMPTY', 'NOT_EMPTY', 'IS_NULL', 'NOT_NULL'] as const
/** The order in which comparisons are offered: those that are used most are first. */
const order: readonly Comparison[] = [...new Set([...usual, ...withoutTarget, ...comparisons])]

/** The comparisons of a value, for the chosen property. */
export function valueOf({ byProperty, ...grammar }: Grammar, property: unknown): Value {
  const value = byProperty?.[String(property)] ?? grammar
  return { ...value, comparisons: order.filter((comparison) => value.comparisons.includes(comparison)) }
}

/** Whether the comparison is with a target. */
export const hasTarget = (comparison: unknown): boolean => !withoutTarget.some((one) => one === comparison)

export type Assertion = Readonly<Record<string, unknown>>

/** The assertion with another source, property or comparison, and without what these do not take. */
export function withChange(assertion: Assertion, changes: Assertion, properties?: Properties): Assertion {
  const next = { ...assertion, ...changes }
  const grammar = grammarOf(next['source'], properties)
  const property = propertyOf(grammar, next['property'], 'source' in changes)
  const value = valueOf(grammar, property)
  const [first] = value.comparisons
  const comparison = value.comparisons.some((one) => one === next['comparison']) ? next['comparison'] : first
  const target = hasTarget(comparison) ? targetOf(value, next['target']) : ''
  const regex = 'regex' in next && grammar.regex !== true ? { regex: null } : {}
  return { ...next, property, comparison, target, ...regex }
}

const targetOf = ({ targets }: Value, target: unknown): unknown =>
  targets === undefined || targets.includes(String(target)) ? target : targets[0]

function propertyOf({ property: rule }: Grammar, property: unknown, isOther: boolean): unknown {
  if (rule === 'none') return ''
  if (typeof rule === 'string') return isOther ? '' : property
  return rule.includes(String(property)) ? property : rule[0]
}
