import { acceptedCodes } from '../../counterparts/accepted-codes.ts'
import { stepsOf } from '../../counterparts/conditions.ts'
import type { Comparison, Expectation, Place } from '../../counterparts/expectations.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn } from '../../counterparts/hosted/answers.ts'
import type { StatusRange } from '../../counterparts/status-codes.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

type Fill = (text: string) => string

export interface AssertionImport {
  readonly draft: Draft
  readonly item: string
  /** As in the report, before the position. */
  readonly prefix: string
  readonly fill: Fill
}

/** The expectations that assertions have of a response of HTTP; those without a counterpart are reported. */
export function expectationsOf(given: readonly Fields[], context: AssertionImport): readonly Expectation[] {
  const found = given.flatMap((assertion, index) => {
    const fields = new SourceFields(context.draft, context.item, assertion, `${context.prefix}assertions[${index}].`)
    const expected = expectationsFrom(fields, context.fill)
    if (expected === null) fields.impossible('type', 'It has no counterpart: write an assertion or a script.')
    else fields.exact('type')
    fields.value('code')
    fields.exact('operator', 'property', 'target')
    if (fields.text('timingsScope') === 'withoutDNS')
      fields.approximated('timingsScope', 'The time has that of DNS in it.')
    else fields.exact('timingsScope')
    fields.finish()
    return expected ?? []
  })
  if (given.length > 0 && !found.some(({ of }) => of.kind === 'status'))
    context.draft.report({
      item: context.item,
      field: `${context.prefix}assertions`,
      fate: 'approximated',
      note: 'No assertion is about the status: one of 400 or above fails here.',
    })
  return found
}

function expectationsFrom(fields: SourceFields, fill: Fill): readonly Expectation[] | null {
  const type = fields.text('type')
  const operator = fields.text('operator') ?? ''
  const target = fill(textIn(fields.value('target')))
  if (type === 'statusCode') return statusExpectations(operator, target)
  if (type === 'responseTime') return comparisonOf({ kind: 'time' }, operator, target)
  if (type === 'header') return comparisonOf({ kind: 'header', name: fields.text('property') ?? '' }, operator, target)
  if (type !== 'body') return null
  return operator === 'validatesJSONPath'
    ? memberExpectations(fieldsIn(fields.value('target')), fill)
    : comparisonOf({ kind: 'text' }, operator, target)
}

const comparisons: Readonly<Record<string, Comparison>> = {
  is: 'EQUALS',
  isNot: 'NOT_EQUALS',
  contains: 'CONTAINS',
  doesNotContain: 'NOT_CONTAINS',
  lessThan: 'LESS_THAN',
  moreThan: 'GREATER_THAN',
  doesNotExist: 'IS_NULL',
  isUndefined: 'IS_NULL',
}

/** Null for an operator without a counterpart. */
export function comparisonOf(of: Place, operator: string, target: string): readonly Expectation[] | null {
  if (operator.endsWith('atches') || operator.endsWith('Match')) return patternOf(of, operator, target)
  if (operator.endsWith('OrEqual')) return limitOf(of, operator, target)
  const comparison = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined
  if (comparison === undefined) return null
  if (comparison !== 'IS_NULL') return [{ of, comparison, target }]
  return of.kind === 'header' || of.kind === 'json' ? [{ of, comparison, target: '' }] : null
}

const patterns: Readonly<Record<string, Comparison>> = { matches: 'NOT_EMPTY', doesNotMatch: 'IS_EMPTY' }

function patternOf(of: Place, operator: string, target: string): readonly Expectation[] | null {
  const comparison = patterns[operator]
  const hasPattern = of.kind === 'text' || of.kind === 'header'
  return comparison !== undefined && hasPattern ? [{ of, comparison, target: '', pattern: `(${target})` }] : null
}

/** Limits are whole numbers, so that at most is less than one more. */
function limitOf(of: Place, operator: string, target: string): readonly Expectation[] | null {
  const limit = Number(target)
  if (target === '' || !Number.isInteger(limit)) return null
  if (operator === 'lessThanOrEqual') return [{ of, comparison: 'LESS_THAN', target: String(limit + 1) }]
  return operator === 'moreThanOrEqual' ? [{ of, comparison: 'GREATER_THAN', target: String(limit - 1) }] : null
}

const allCodes = Array.from({ length: 500 }, (_none, index) => index + 100)

/** An expression is tried with every code, as a check compares codes as numbers. */
function statusExpectations(operator: string, target: string): readonly Expectation[] | null {
  const of = { kind: 'status' } as const
  if (operator !== 'matches' && operator !== 'doesNotMatch') return comparisonOf(of, operator, target)
  const expression = expressionOf(target)
  if (expression === null) return null
  const codes = allCodes.filter((code) => expression.test(String(code)) === (operator === 'matches'))
  const accepted = acceptedCodes(codes.map((code): StatusRange => [code, code]))
  return (
    accepted?.assertions.map(({ comparison, target: code = '' }) => ({
      of,
      comparison: statusComparison(comparison),
      target: code,
    })) ?? null
  )
}

const statusComparison = (text: string): Comparison =>
  (['EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const).find((one) => one === text) ?? 'NOT_EQUALS'

function expressionOf(text: string): RegExp | null {
  try {
    return text.length <= 200 ? new RegExp(text) : null
  } catch {
    return null
  }
}

/** Of a member of a body in JSON; null for paths that name several, and for demands on some or each of them. */
function memberExpectations(target: Fields, fill: Fill): readonly Expectation[] | null {
  const elements = textIn(target['elementsOperator'])
  const steps = memberSteps(textIn(target['jsonPath']))
  if (steps === null || (elements !== '' && elements !== 'firstElementMatches')) return null
  return comparisonOf({ kind: 'json', steps }, textIn(target['operator']), fill(textIn(target['targetValue'])))
}

/** The members of a path such as `$.items[0]['id']`; null for one with wildcards or filters. */
export function memberSteps(path: string): readonly (string | number)[] | null {
  const plain = path
    .trim()
    .replace(/^\$/, '')
    .replaceAll(
      /\[(?:'([^'\\.[\]]*)'|"([^"\\.[\]]*)")\]/g,
      (_whole, single?: string, double?: string) => `.${single ?? double ?? ''}`,
    )
  return /[*?@]|\.\./.test(plain) ? null : stepsOf(plain)
}
