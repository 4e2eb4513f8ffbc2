import { CannotEvaluate } from './cannot-evaluate.ts'
import { compilePattern, isMatch } from './pattern.ts'
import { WorkBudget } from './work-budget.ts'

/** The validation error of a regular expression (RE2 syntax); null when it is valid. */
export function findPatternProblem(source: string): string | null {
  try {
    compilePattern(source, new WorkBudget())
    return null
  } catch (error) {
    if (error instanceof CannotEvaluate) return error.message
    throw error
  }
}

/**
 * Whether a user's regular expression matches a string. An invalid expression matches nothing; null matches everything.
 */
export function passesFilter(source: string | null, text: string): boolean {
  if (source === null) return true
  const work = new WorkBudget()
  try {
    return isMatch(compilePattern(source, work), text, false, work)
  } catch (error) {
    if (error instanceof CannotEvaluate) return false
    throw error
  }
}
