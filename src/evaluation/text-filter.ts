import { CannotEvaluate } from './cannot-evaluate.ts'
import { compilePattern, isMatch } from './pattern.ts'
import { WorkBudget } from './work-budget.ts'

/** Why a regular expression cannot be used (RE2 syntax), as a sentence; null when it can. */
export function findPatternProblem(source: string): string | null {
  try {
    compilePattern(source, new WorkBudget())
    return null
  } catch (error) {
    if (error instanceof CannotEvaluate) return error.message
    throw error
  }
}

/** Whether a user's regular expression is found in a text. What cannot be evaluated is not found; null lets all pass. */
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
