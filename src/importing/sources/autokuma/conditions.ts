import { splitOutside, textIn, UnknownExpression } from './expressions.ts'
import type { TemplateValues } from './expressions.ts'
import { valueOf } from './values.ts'

const tests: Readonly<Record<string, (value: unknown, argument: unknown) => boolean>> = {
  defined: (value) => value !== undefined,
  undefined: (value) => value === undefined,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  starting_with: (value, start) => (textIn(value) ?? '').startsWith(textIn(start) ?? '\0'),
  ending_with: (value, end) => (textIn(value) ?? '').endsWith(textIn(end) ?? '\0'),
  containing: (value, part) => contains(value, part),
}

const contains = (whole: unknown, part: unknown): boolean =>
  Array.isArray(whole) ? whole.includes(part) : (textIn(whole) ?? '').includes(textIn(part) ?? '\0')

type Compare = (one: unknown, other: unknown) => boolean

const comparisons: readonly (readonly [sign: RegExp, compare: Compare])[] = [
  [/==/g, (one, other) => one === other],
  [/!=/g, (one, other) => one !== other],
  [/>=/g, (one, other) => Number(one) >= Number(other)],
  [/<=/g, (one, other) => Number(one) <= Number(other)],
  [/>(?!=)/g, (one, other) => Number(one) > Number(other)],
  [/<(?!=)/g, (one, other) => Number(one) < Number(other)],
  [/\s+in\s+/g, (one, other) => contains(other, one)],
]

/** Whether a condition of Tera holds: `and`, `or`, `not`, comparisons, `in` and tests such as `is defined`. */
export function holds(condition: string, values: TemplateValues): boolean {
  const either = splitOutside(condition, /\s+or\s+/g)
  if (either.length > 1) return either.some((one) => holds(one, values))
  const all = splitOutside(condition, /\s+and\s+/g)
  if (all.length > 1) return all.every((one) => holds(one, values))
  const [, negated] = /^not\s+([^]+)$/.exec(condition.trim()) ?? []
  if (negated !== undefined) return !holds(negated, values)
  return plainHolds(condition.trim(), values)
}

function plainHolds(condition: string, values: TemplateValues): boolean {
  const test = /^([^]+?)\s+is\s+(not\s+)?(\w+)(?:\(([^]*)\))?$/.exec(condition)
  if (test !== null) return testHolds(test, values)
  for (const [sign, compare] of comparisons) {
    const [one, other] = splitOutside(condition, sign)
    if (one !== undefined && other !== undefined) return compare(valueOf(one, values), valueOf(other, values))
  }
  return isTrue(valueOf(condition, values))
}

function testHolds([, source = '', not, name = '', given]: RegExpExecArray, values: TemplateValues): boolean {
  const test = Object.hasOwn(tests, name) ? tests[name] : undefined
  if (test === undefined) throw new UnknownExpression()
  const argument = given === undefined ? undefined : valueOf(given, values)
  return test(valueOf(source, values), argument) === (not === undefined)
}

/** Nothing, false, 0, and what is empty are not. */
const isTrue = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0)
