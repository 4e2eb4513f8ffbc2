import { RE2JS, RE2JSException } from 're2js'
import type { LabelMatcher } from '#contract'

/** Whether all matchers hold for these labels; a label that is absent counts as empty, as in Alertmanager. */
export const matchesLabels = (matchers: readonly LabelMatcher[], labels: Readonly<Record<string, string>>): boolean =>
  matchers.every((matcher) => holds(matcher, valueOf(labels, matcher.name)) === matcher.isEqual)

const valueOf = (labels: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(labels, name) ? (labels[name] ?? '') : ''

/** A pattern matches whole values. */
function holds({ value, isRegex }: LabelMatcher, given: string): boolean {
  if (!isRegex) return given === value
  try {
    return RE2JS.matches(value, given)
  } catch {
    return false
  }
}

/** The problem of the first matcher that can never be decided; null without one. */
export function findMatcherProblem(
  matchers: readonly LabelMatcher[],
): { readonly index: number; readonly problem: string } | null {
  for (const [index, { value, isRegex }] of matchers.entries()) {
    if (!isRegex) continue
    try {
      RE2JS.compile(value)
    } catch (error) {
      return { index, problem: error instanceof RE2JSException ? error.message : 'is no regular expression' }
    }
  }
  return null
}
