import { assertionSources } from '#contract'
import type { Assertion, AssertionSource, AssertionSourceName, Comparison, PropertyValue } from '#contract'
import { CannotEvaluate } from './cannot-evaluate.ts'
import { needsNumericTarget } from './comparison-rules.ts'
import { compilePath } from './json-path.ts'
import { numberOf } from './json-value.ts'
import { compilePattern } from './pattern.ts'
import { propertyValue } from './property-value.ts'
import { WorkBudget } from './work-budget.ts'

export interface AssertionProblem {
  /** The path of the field, for example `request.assertions[0].target`. */
  readonly path: string
  /** A sentence that says what to change. */
  readonly problem: string
}

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
    problemsOf(sources, assertion).map(({ path: field, problem }) => ({ path: `${path}[${index}].${field}`, problem })),
  )
}

function problemsOf(sources: readonly AssertionSourceName[], assertion: AssertionInput): AssertionProblem[] {
  const { source, comparison } = assertion
  if (!sources.includes(source)) {
    return [{ path: 'source', problem: `A check of this type takes the sources ${sources.join(', ')}, not ${source}.` }]
  }
  const row: AssertionSource = assertionSources[source]
  const property = assertion.property ?? ''
  const value = propertyValue(source, property)
  if (!value.comparisons.includes(comparison)) {
    const name = value === row ? source : `${source} ${property}`
    const problem = `${name} takes the comparisons ${value.comparisons.join(', ')}, not ${comparison}.`
    return [{ path: 'comparison', problem }]
  }
  return [
    ...problemAt('property', propertyProblem(row, source, property)),
    ...problemAt('regex', regexProblem(row, source, assertion.regex ?? '')),
    ...problemAt('target', targetProblem(value, comparison, assertion.target ?? '')),
  ]
}

const problemAt = (path: string, problem: string | null): AssertionProblem[] =>
  problem === null ? [] : [{ path, problem }]

const isTemplate = (text: string): boolean => text.includes('{{')

function propertyProblem(row: AssertionSource, source: AssertionSourceName, property: string): string | null {
  if (isTemplate(property)) return null
  if (property.trim() === '') return row.required ? `${source} needs a property: ${neededProperty(row)}.` : null
  if (row.property === 'json-path') return compileProblem(() => compilePath(property, new WorkBudget()))
  if (row.property === 'regex') return compileProblem(() => compilePattern(property, new WorkBudget()))
  if (row.property === 'none' || row.property === 'name' || row.property.includes(property)) return null
  return `${source} takes the properties ${row.property.join(', ')}, not "${property}".`
}

const neededProperty = ({ property }: AssertionSource): string =>
  typeof property === 'string' ? `a ${property}` : `one of ${property.join(', ')}`

function regexProblem(row: AssertionSource, source: AssertionSourceName, regex: string): string | null {
  if (regex === '' || isTemplate(regex)) return null
  if (row.regex) return compileProblem(() => compilePattern(regex, new WorkBudget()))
  const advice = row.property === 'regex' ? ' Put the expression into property.' : ''
  return `${source} does not use the field regex; leave it empty.${advice}`
}

function targetProblem(row: PropertyValue, comparison: Comparison, target: string): string | null {
  if (row.targets) {
    const isKnown = row.targets.includes(target) || isTemplate(target)
    return isKnown ? null : `Use one of ${row.targets.join(', ')} as the target here, not "${target.slice(0, 100)}".`
  }
  if (!needsNumericTarget(row.value, comparison) || isTemplate(target) || numberOf(target) !== null) return null
  return `${comparison} needs a number as its target here, not "${target.slice(0, 100)}".`
}

function compileProblem(compile: () => unknown): string | null {
  try {
    compile()
    return null
  } catch (error) {
    return error instanceof CannotEvaluate ? error.message : 'The property cannot be understood.'
  }
}
