import { assertionSources } from '#contract'
import type { Assertion, AssertionOutcome } from '#contract'
import { writeReason } from '#contract/reasons'
import { redactionMark, secretHeaders } from '#redaction'
import { CannotEvaluate } from './cannot-evaluate.ts'
import { asSent, CaselessText } from './caseless-text.ts'
import { comparisonRules, needsNumericTarget, requiredTarget, targetOf } from './comparison-rules.ts'
import type { Target } from './comparison-rules.ts'
import type { Evidence } from './evidence.ts'
import type { HiddenText } from './hidden-text.ts'
import { childCount, jsonText, valueText } from './json-value.ts'
import { comparableText, propertyValue } from './property-value.ts'
import { readSource } from './read-source.ts'
import type { WorkBudget } from './work-budget.ts'

const actualLimit = 10_240
const errorLimit = 2000

export interface EvaluationTools {
  readonly work: WorkBudget
  readonly hidden: HiddenText
}

/**
 * Evaluates one assertion; never throws. With several values the comparison must hold for each. An assertion that
 * cannot be evaluated fails with an `error`. `actual` contains no secrets and has at most 10 KB.
 */
export function evaluateAssertion(assertion: Assertion, evidence: Evidence, tools: EvaluationTools): AssertionOutcome {
  try {
    rejectUnknownPair(assertion)
    const values = readSource(assertion, evidence, tools.work)
    const passed = holdsForAll(assertion, values, tools.work)
    return { ...assertion, passed, actual: displayedActual(assertion, values.map(asSent), tools), error: null }
  } catch (error) {
    return { ...assertion, passed: false, actual: null, error: tools.hidden.excerpt(problemOf(error), errorLimit) }
  }
}

function rejectUnknownPair({ source, property, comparison }: Assertion): void {
  const isKnown = Object.hasOwn(assertionSources, source)
  if (!isKnown || !propertyValue(source, property).comparisons.includes(comparison)) {
    throw new CannotEvaluate(writeReason('NO_SUCH_COMPARISON', { source, name: comparison }))
  }
}

function holdsForAll(assertion: Assertion, values: readonly unknown[], work: WorkBudget): boolean {
  const rule = comparisonRules[assertion.comparison]
  const row = propertyValue(assertion.source, assertion.property)
  const target = targetOf(comparableText(row, assertion.target))
  if (needsNumericTarget(row.value, assertion.comparison)) requiredTarget(target)
  if (values.length === 0) return rule.onMissing
  const holds = (value: unknown, expected: Target): boolean => {
    work.spend(costOf(value, expected))
    return rule.holds(typeof value === 'string' ? comparableText(row, value) : value, expected)
  }
  return values.every((value) =>
    value instanceof CaselessText ? holdsCaseless(value, assertion, holds) : holds(value, target),
  )
}

/** As it was sent or without case; what is denied must be false of both. */
function holdsCaseless(
  { text, folded }: CaselessText,
  { comparison, target }: Assertion,
  holds: (value: unknown, target: Target) => boolean,
): boolean {
  const both = [() => holds(text, targetOf(target)), () => holds(folded, targetOf(target.toLowerCase()))]
  return comparison.startsWith('NOT_') ? both.every((one) => one()) : both.some((one) => one())
}

const costOf = (value: unknown, target: Target): number =>
  1 + (typeof value === 'string' ? (value.length + target.text.length) / 100 : childCount(value))

/** The property is the name of a header, whose value may be a secret. */
const namedSources: ReadonlySet<string> = new Set(['HEADERS', 'GRPC_METADATA'])

function displayedActual(assertion: Assertion, values: readonly unknown[], tools: EvaluationTools): string | null {
  if (values.length === 0) return null
  if (namedSources.has(assertion.source) && secretHeaders.has(assertion.property.trim().toLowerCase()))
    return redactionMark
  const { work, hidden } = tools
  const spend = (units: number): void => work.spend(units)
  const window = actualLimit + hidden.margin + 1
  const text = values.length === 1 ? valueText(values[0], window, spend) : jsonText(values, window, spend)
  return hidden.excerpt(text, actualLimit)
}

function problemOf(error: unknown): string {
  if (error instanceof CannotEvaluate) return error.message
  if (error instanceof RangeError) return writeReason('VALUE_NESTED_TOO_DEEPLY')
  return error instanceof Error ? `${error.message}.` : writeReason('ASSERTION_UNEVALUATED')
}
