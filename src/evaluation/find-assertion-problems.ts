import { assertionSources } from '#contract'
import type {
  Assertion,
  AssertionSource,
  AssertionSourceName,
  Comparison,
  FieldProblem,
  PropertyValue,
  Violation,
} from '#contract'
import { CannotEvaluate } from './cannot-evaluate.ts'
import { needsNumericTarget } from './comparison-rules.ts'
import { compilePath } from './json-path.ts'
import { decimalOf } from './json-value.ts'
import { compilePattern } from './pattern.ts'
import { propertyValue } from './property-value.ts'
import { WorkBudget } from './work-budget.ts'

/** A field, for example `request.assertions[0].target`, with a sentence that says what to change. */
export type AssertionProblem = FieldProblem & { readonly problem: string }

type Finding = Violation & { readonly problem: string }

/** An assertion as a client sends it, before its defaults are filled in. */
export type AssertionInput = Pick<Assertion, 'source' | 'comparison'> & {
  readonly [F in 'property' | 'target' | 'regex']?: Assertion[F] | undefined
}

/**
 * Validates assertions before they are saved: sources the check type does not have, comparisons the source does not
 * have, paths and expressions that do not compile, missing or unknown properties, targets that must be numbers. Values
 * with a `{{NAME}}` template are validated when they run. `path` is the path of the list, for example
 * `request.assertions`.
 */
export function findAssertionProblems(
  sources: readonly AssertionSourceName[],
  assertions: readonly AssertionInput[],
  path: string,
): AssertionProblem[] {
  return assertions.flatMap((assertion, index) =>
    problemsOf(sources, assertion).map((found) => ({ ...found, path: `${path}[${index}].${found.path}` })),
  )
}

const oneOf = (allowed: readonly string[], problem: string): Finding => ({
  rule: 'enum',
  parameters: { allowed },
  problem,
})

function problemsOf(sources: readonly AssertionSourceName[], assertion: AssertionInput): AssertionProblem[] {
  const { source, comparison } = assertion
  if (!sources.includes(source)) {
    const problem = `A check of this type takes the sources ${sources.join(', ')}, not ${source}.`
    return problemAt('source', oneOf(sources, problem))
  }
  const row: AssertionSource = assertionSources[source]
  const property = assertion.property ?? ''
  const value = propertyValue(source, property)
  if (!value.comparisons.includes(comparison)) {
    const name = value === row ? source : `${source} ${property}`
    const problem = `${name} takes the comparisons ${value.comparisons.join(', ')}, not ${comparison}.`
    return problemAt('comparison', oneOf(value.comparisons, problem))
  }
  return [
    ...problemAt('property', propertyProblem(row, source, property)),
    ...problemAt('regex', regexProblem(row, source, assertion.regex ?? '')),
    ...problemAt('target', targetProblem(value, comparison, assertion.target ?? '')),
  ]
}

const problemAt = (path: string, found: Finding | null): AssertionProblem[] =>
  found === null ? [] : [{ path, ...found }]

const isTemplate = (text: string): boolean => text.includes('{{')

function propertyProblem(row: AssertionSource, source: AssertionSourceName, property: string): Finding | null {
  if (isTemplate(property)) return null
  if (property.trim() === '') return row.required ? missingProperty(row, source) : null
  if (row.property === 'json-path') return unreadable('jsonPath', () => compilePath(property, new WorkBudget()))
  if (row.property === 'regex') return unreadable('regularExpression', () => compilePattern(property, new WorkBudget()))
  if (row.property === 'none' || row.property === 'name' || row.property.includes(property)) return null
  return oneOf(row.property, `${source} takes the properties ${row.property.join(', ')}, not "${property}".`)
}

function missingProperty({ property }: AssertionSource, source: AssertionSourceName): Finding {
  const needed = typeof property === 'string' ? `a ${property}` : `one of ${property.join(', ')}`
  return { rule: 'required', parameters: {}, problem: `${source} needs a property: ${needed}.` }
}

function regexProblem(row: AssertionSource, source: AssertionSourceName, regex: string): Finding | null {
  if (regex === '' || isTemplate(regex)) return null
  if (row.regex) return unreadable('regularExpression', () => compilePattern(regex, new WorkBudget()))
  const advice = row.property === 'regex' ? ' Put the expression into property.' : ''
  const problem = `${source} does not use the field regex; leave it empty.${advice}`
  return { rule: 'empty', parameters: {}, problem }
}

function targetProblem(row: PropertyValue, comparison: Comparison, target: string): Finding | null {
  if (row.targets) {
    const isKnown = row.targets.includes(target) || isTemplate(target)
    const problem = `Use one of ${row.targets.join(', ')} as the target here, not "${target.slice(0, 100)}".`
    return isKnown ? null : oneOf(row.targets, problem)
  }
  if (!needsNumericTarget(row.value, comparison) || isTemplate(target) || decimalOf(target) !== null) return null
  const problem = `${comparison} needs a number as its target here, not "${target.slice(0, 100)}".`
  return { rule: 'type', parameters: { types: ['number'] }, problem }
}

function unreadable(rule: 'jsonPath' | 'regularExpression', compile: () => unknown): Finding | null {
  try {
    compile()
    return null
  } catch (error) {
    const detail = error instanceof CannotEvaluate ? error.message : 'The property cannot be understood.'
    return { rule, parameters: { detail }, problem: detail }
  }
}
