import { checkTypes } from '#contract'
import { findAssertionProblems } from '#evaluation'
import { jsonPathOf } from './conditions.ts'
import type { HttpAssertion } from './http-check.ts'

/** Something of a response that is compared. */
export type Place =
  | { readonly kind: 'status' | 'time' | 'text' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'json'; readonly steps: readonly (string | number)[] }

export type Comparison =
  | 'EQUALS'
  | 'NOT_EQUALS'
  | 'GREATER_THAN'
  | 'LESS_THAN'
  | 'CONTAINS'
  | 'NOT_CONTAINS'
  | 'IS_EMPTY'
  | 'NOT_EMPTY'
  | 'IS_NULL'
  | 'NOT_NULL'

/** A demand on a response, for an assertion of a check or a line of a script. */
export interface Expectation {
  readonly of: Place
  readonly comparison: Comparison
  readonly target: string
  /** A regular expression of the text that is compared. */
  readonly pattern?: string
}

const sources = {
  status: 'STATUS_CODE',
  time: 'RESPONSE_TIME',
  text: 'TEXT_BODY',
  header: 'HEADERS',
  json: 'JSON_BODY',
} as const

/** The assertion of an API check; null where it cannot be one. */
export function assertionOf({ of, comparison, target, pattern }: Expectation): HttpAssertion | null {
  const property = propertyOf(of, pattern)
  const assertion = {
    source: sources[of.kind],
    comparison,
    ...(property !== '' && { property }),
    ...(target !== '' && { target }),
    ...(of.kind === 'header' && pattern !== undefined && { regex: pattern }),
  }
  const full = { property: '', target: '', regex: '', ...assertion }
  const isValid = findAssertionProblems(checkTypes.API.sources, [full], '').length === 0
  return isValid && property.length <= 2048 && target.length <= 10_000 ? assertion : null
}

function propertyOf(of: Place, pattern = ''): string {
  if (of.kind === 'header') return of.name
  return of.kind === 'json' ? jsonPathOf(of.steps) : pattern
}

const isAccepted = (code: number, { comparison, target }: Expectation): boolean => {
  const value = Number(target)
  if (comparison === 'EQUALS') return code === value
  if (comparison === 'NOT_EQUALS') return code !== value
  if (comparison === 'GREATER_THAN') return code > value
  return comparison === 'LESS_THAN' ? code < value : true
}

const codes = Array.from({ length: 200 }, (_none, index) => index + 400)

/** Whether a status of 400 or above is what is expected, so that assertions alone have to decide. */
export function acceptsFailures(expectations: readonly Expectation[]): boolean {
  const ofStatus = expectations.filter(({ of }) => of.kind === 'status')
  return ofStatus.length > 0 && codes.some((code) => ofStatus.every((one) => isAccepted(code, one)))
}
