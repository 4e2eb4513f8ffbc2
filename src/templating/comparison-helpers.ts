import { writeReason } from '#contract/reasons'
import { compareDecimals, decimalIn, hasText } from '#kernel'
import { isTrue, textOf } from './helper-row.ts'
import type { HelperRow } from './helper-row.ts'
import { TemplateProblem } from './template-tree.ts'
import type { TemplateValue } from './template-tree.ts'

type Comparison = (left: TemplateValue, right: TemplateValue) => boolean

/** Variables are strings, so 200 equals "200" and true equals "true". */
const equal: Comparison = (left, right) => textOf(left) === textOf(right)

/** Below 0, 0 or above 0; as numbers when both sides are numbers, by all their digits; as strings otherwise. */
function order(left: TemplateValue, right: TemplateValue): number {
  const [leftText, rightText] = [textOf(left), textOf(right)]
  const [leftDecimal, rightDecimal] = [decimalIn(leftText), decimalIn(rightText)]
  if (leftDecimal !== null && rightDecimal !== null) return compareDecimals(leftDecimal, rightDecimal)
  const [leftNumber, rightNumber] = [numberOf(leftText), numberOf(rightText)]
  if (leftNumber !== null && rightNumber !== null) return leftNumber - rightNumber
  if (leftText === rightText) return 0
  return leftText < rightText ? -1 : 1
}

function numberOf(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

const greater: Comparison = (left, right) => order(left, right) > 0
const greaterOrEqual: Comparison = (left, right) => order(left, right) >= 0
const less: Comparison = (left, right) => order(left, right) < 0
const lessOrEqual: Comparison = (left, right) => order(left, right) <= 0

const operators: Readonly<Record<string, Comparison>> = {
  '==': equal,
  '===': equal,
  '!=': (left, right) => !equal(left, right),
  '!==': (left, right) => !equal(left, right),
  '<': less,
  '>': greater,
  '<=': lessOrEqual,
  '>=': greaterOrEqual,
}

function compare(left: TemplateValue, operator: TemplateValue, right: TemplateValue): boolean {
  const name = textOf(operator)
  const comparison = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (!comparison)
    throw new TemplateProblem(writeReason('COMPARE_KNOWS', { list: Object.keys(operators).join(' '), name }))
  return comparison(left, right)
}

/** A list contains its items, a string its substrings. Nothing contains an empty or missing value. */
const contains: Comparison = (container, part) => {
  if (textOf(part) === '') return false
  return Array.isArray(container)
    ? container.some((item) => equal(item, part))
    : hasText(textOf(container), textOf(part))
}

const falseTexts = new Set(['', '0', 'false', 'no', 'off', 'null', 'nil', 'none', 'undefined', 'nan'])
const isFalsey = (value: TemplateValue): boolean => !isTrue(value) || falseTexts.has(textOf(value).trim().toLowerCase())

const isMultiple = (value: TemplateValue, of: number): boolean => of !== 0 && remainder(value, of) === 0
const isOdd = (value: TemplateValue): boolean => Math.abs(remainder(value, 2) ?? 0) === 1

/** Of whole numbers by all their digits. */
function remainder(value: TemplateValue, of: number): number | null {
  const text = textOf(value).trim()
  if (/^-?\d+$/.test(text) && Number.isInteger(of)) return Number(BigInt(text) % BigInt(of))
  const number = numberOf(text)
  return number === null ? null : number % of
}

const pair = (holds: Comparison): HelperRow => ({ least: 2, most: 2, call: ([left, right]) => holds(left, right) })
const unlessPair = (holds: Comparison): HelperRow => pair((left, right) => !holds(left, right))
const single = (holds: (value: TemplateValue) => boolean): HelperRow => ({
  least: 1,
  most: 1,
  call: ([value]) => holds(value),
})
const maxTerms = 20

/** Comparisons and logic. Each works as a block with else, inline, and inside parentheses. */
export const comparisonHelpers: Readonly<Record<string, HelperRow>> = {
  eq: pair(equal),
  is: pair(equal),
  isnt: unlessPair(equal),
  gt: pair(greater),
  gte: pair(greaterOrEqual),
  lt: pair(less),
  lte: pair(lessOrEqual),
  compare: { least: 3, most: 3, call: ([left, operator, right]) => compare(left, operator, right) },
  and: { least: 1, most: maxTerms, call: (values) => values.every(isTrue) },
  or: { least: 1, most: maxTerms, call: (values) => values.some(isTrue) },
  neither: { least: 1, most: maxTerms, call: (values) => !values.some(isTrue) },
  not: single((value) => !isTrue(value)),
  isTruthy: single((value) => !isFalsey(value)),
  isFalsey: single(isFalsey),
  contains: pair(contains),
  has: pair(contains),
  ifEven: single((value) => isMultiple(value, 2)),
  ifOdd: single(isOdd),
  ifNth: pair((step, value) => isMultiple(value, numberOf(textOf(step)) ?? 0)),
  unlessEq: unlessPair(equal),
  unlessGt: unlessPair(greater),
  unlessGteq: unlessPair(greaterOrEqual),
  unlessLt: unlessPair(less),
  unlessLteq: unlessPair(lessOrEqual),
}
