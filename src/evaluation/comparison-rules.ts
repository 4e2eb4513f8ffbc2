import type { Comparison } from '#contract'
import { writeReason } from '#contract/reasons'
import type { PhraseCode } from '#contract/reasons'
import { compareDecimals, hasText, isExact, JsonNumber } from '#kernel'
import type { Decimal } from '#kernel'
import { CannotEvaluate } from './cannot-evaluate.ts'
import { childCount, decimalOf, isContainer, jsonEquals, parseContainer } from './json-value.ts'

/** A parsed target: as a string, as a number, and as the JSON object or array it may contain. */
export interface Target {
  readonly text: string
  readonly decimal: Decimal | null
  /** Null also for a number that a double would round, which equals no number that survives in one. */
  readonly number: number | null
  readonly container: unknown
}

export function targetOf(text: string): Target {
  const decimal = decimalOf(text)
  const number = decimal !== null && isExact(text) ? Number(text) : null
  return { text, decimal, number, container: parseContainer(text) }
}

interface ComparisonRule {
  /** Continues "Expected the status code". */
  readonly phrase: PhraseCode
  readonly hasTarget: boolean
  readonly needsNumber: boolean
  /** The result when nothing was found. */
  readonly onMissing: boolean
  /** Throws CannotEvaluate when the comparison has no meaning for the value. */
  readonly holds: (actual: unknown, target: Target) => boolean
}

const withTarget = (phrase: PhraseCode, onMissing: boolean, holds: ComparisonRule['holds']): ComparisonRule => ({
  phrase,
  hasTarget: true,
  needsNumber: false,
  onMissing,
  holds,
})
const withoutTarget = (phrase: PhraseCode, onMissing: boolean, holds: ComparisonRule['holds']): ComparisonRule => ({
  ...withTarget(phrase, onMissing, holds),
  hasTarget: false,
})
const withNumber = (phrase: PhraseCode, holds: (order: number) => boolean): ComparisonRule => ({
  ...withTarget(phrase, false, (actual, target) =>
    holds(compareDecimals(requiredNumber(actual), requiredTarget(target))),
  ),
  needsNumber: true,
})

/**
 * The meaning of each comparison for one value.
 *
 * | Comparison                          | Strings          | JSON numbers | true, false, null | arrays, objects    | nothing found |
 * |-------------------------------------|------------------|--------------|-------------------|--------------------|---------------|
 * | EQUALS (NOT_EQUALS)                 | same characters  | same number  | same JSON text    | same JSON, any key order | fails (passes) |
 * | CONTAINS (NOT_CONTAINS)             | substring        | substring    | substring         | array: one equal item; object: error | fails (passes) |
 * | HAS_KEY (NOT_HAS_KEY)               | *                | no           | no                | key, or index of an array | fails (passes) |
 * | HAS_VALUE (NOT_HAS_VALUE)           | *                | no           | no                | one equal item     | fails (passes) |
 * | IS_EMPTY (NOT_EMPTY)                | ''               | no           | null is empty     | without items      | passes (fails) |
 * | IS_NULL (NOT_NULL)                  | no               | no           | null              | no                 | passes (fails) |
 * | GREATER_THAN, LESS_THAN             | decimal strings  | yes          | error             | error              | fails         |
 *
 * * A string that contains a JSON object or array has its keys and values, any other string has none. An error fails the
 * assertion, the negated one too. Sources whose value is a number equal numbers only. Numbers are compared by all the
 * digits that were sent, also beyond what a double holds.
 */
export const comparisonRules: { readonly [C in Comparison]: ComparisonRule } = {
  EQUALS: withTarget('COMPARISON_EQUALS', false, equals),
  NOT_EQUALS: withTarget('COMPARISON_NOT_EQUALS', true, (actual, target) => !equals(actual, target)),
  HAS_KEY: withTarget('COMPARISON_HAS_KEY', false, hasKey),
  NOT_HAS_KEY: withTarget('COMPARISON_NOT_HAS_KEY', true, (actual, target) => !hasKey(actual, target)),
  HAS_VALUE: withTarget('COMPARISON_HAS_VALUE', false, hasValue),
  NOT_HAS_VALUE: withTarget('COMPARISON_NOT_HAS_VALUE', true, (actual, target) => !hasValue(actual, target)),
  IS_EMPTY: withoutTarget('COMPARISON_IS_EMPTY', true, isEmpty),
  NOT_EMPTY: withoutTarget('COMPARISON_NOT_EMPTY', false, (actual) => !isEmpty(actual)),
  GREATER_THAN: withNumber('COMPARISON_GREATER_THAN', (order) => order > 0),
  LESS_THAN: withNumber('COMPARISON_LESS_THAN', (order) => order < 0),
  CONTAINS: withTarget('COMPARISON_CONTAINS', false, contains),
  NOT_CONTAINS: withTarget('COMPARISON_NOT_CONTAINS', true, (actual, target) => !contains(actual, target)),
  IS_NULL: withoutTarget('COMPARISON_IS_NULL', true, (actual) => actual === null),
  NOT_NULL: withoutTarget('COMPARISON_NOT_NULL', false, (actual) => actual !== null),
}

/** Whether the target of a comparison must be a number: because of the comparison, or because the value is a number. */
export const needsNumericTarget = (value: 'number' | 'text' | 'json', comparison: Comparison): boolean =>
  comparisonRules[comparison].needsNumber || (value === 'number' && comparison.endsWith('EQUALS'))

function equals(actual: unknown, target: Target): boolean {
  if (typeof actual === 'string') return actual === target.text
  if (typeof actual === 'number') return actual === target.number
  if (actual instanceof JsonNumber) return equalsDigits(actual, target)
  if (isContainer(actual)) return target.container !== undefined && jsonEquals(actual, target.container)
  return String(actual) === target.text.trim()
}

const equalsDigits = ({ decimal }: JsonNumber, target: Target): boolean =>
  decimal !== null && target.decimal !== null && compareDecimals(decimal, target.decimal) === 0

function contains(actual: unknown, target: Target): boolean {
  if (Array.isArray(actual)) return actual.some((item) => equals(item, target))
  if (isContainer(actual)) throw new CannotEvaluate(writeReason('CONTAINS_OF_OBJECT'))
  return hasText(String(actual), target.text)
}

function hasKey(actual: unknown, target: Target): boolean {
  const container = containerOf(actual)
  if (!Array.isArray(container)) return isContainer(container) && Object.hasOwn(container, target.text)
  return /^\d{1,9}$/.test(target.text) && Number(target.text) < container.length
}

function hasValue(actual: unknown, target: Target): boolean {
  const container = containerOf(actual)
  return isContainer(container) && Object.values(container).some((item) => equals(item, target))
}

const containerOf = (actual: unknown): unknown => (typeof actual === 'string' ? parseContainer(actual) : actual)

function isEmpty(actual: unknown): boolean {
  if (isContainer(actual)) return childCount(actual) === 0
  return actual === '' || actual === null
}

function requiredNumber(actual: unknown): Decimal {
  const number = decimalOf(actual)
  if (number === null) throw new CannotEvaluate(writeReason('VALUE_NOT_A_NUMBER'))
  return number
}

/** The number of a target. Throws CannotEvaluate when it is not a number. */
export function requiredTarget(target: Target): Decimal {
  if (target.decimal !== null) return target.decimal
  throw new CannotEvaluate(writeReason('TARGET_NOT_A_NUMBER'))
}
