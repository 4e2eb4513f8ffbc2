import { RE2JS, RE2JSException } from 're2js'
import { writeReason } from '#contract/reasons'
import { CannotEvaluate } from './cannot-evaluate.ts'
import type { WorkBudget } from './work-budget.ts'

const maxProgramSize = 5000
const stepsPerUnit = 20
const compileUnitsPerCharacter = 5

/**
 * Compiles a user's regular expression (RE2 syntax, JavaScript spellings of named groups and escapes accepted).
 * Matching takes linear time, so lookaround and backreferences do not exist. Throws CannotEvaluate with a sentence.
 */
export function compilePattern(source: string, work: WorkBudget): RE2JS {
  work.spend(source.length * compileUnitsPerCharacter)
  const unsupported = unsupportedFeature(source)
  if (unsupported !== null) {
    throw new CannotEvaluate(writeReason('PATTERN_UNSUPPORTED', { unsupported }))
  }
  const pattern = compile(source)
  work.spend(pattern.programSize())
  if (pattern.programSize() > maxProgramSize) {
    throw new CannotEvaluate(writeReason('PATTERN_TOO_LARGE'))
  }
  return pattern
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source))
  } catch (error) {
    const detail = error instanceof RE2JSException ? problemOf(error) : 'too complex'
    throw new CannotEvaluate(writeReason('PATTERN_INVALID', { detail }))
  }
}

/** The quoted part is omitted: it is not spelled as the user wrote it, so a secret in it would not be recognised. */
const problemOf = ({ message }: RE2JSException): string =>
  message.replace('error parsing regexp: ', '').replace(/:? `.*$/s, '')

/** RE2 rejects most of these with an unclear message, and reads `\k<name>` as letters. */
function unsupportedFeature(source: string): string | null {
  for (let index = 0; index < source.length; index++) {
    if (source[index] === '\\') {
      index++
      if (/^(?:[1-9]|k<)/.test(source.slice(index, index + 2))) return writeReason('UNSUPPORTED_BACKREFERENCE')
    } else if (/^\(\?<?[=!]/.test(source.slice(index, index + 4))) {
      return writeReason('UNSUPPORTED_LOOKAROUND')
    }
  }
  return null
}

/** The first capture group of the first match, the entire match without a group, null without a match. */
export function firstCapture(pattern: RE2JS, text: string, work: WorkBudget): string | null {
  spendMatch(pattern, text, work)
  const matcher = pattern.matcher(text)
  if (!matcher.find()) return null
  return matcher.group(matcher.groupCount() > 0 ? 1 : 0)
}

/** Whether the pattern is found in the string, or, with `whole`, matches it entirely. */
export function isMatch(pattern: RE2JS, text: string, entire: boolean, work: WorkBudget): boolean {
  spendMatch(pattern, text, work)
  const matcher = pattern.matcher(text)
  return entire ? matcher.matches() : matcher.find()
}

const spendMatch = (pattern: RE2JS, text: string, work: WorkBudget): void =>
  work.spend((pattern.programSize() * (text.length + 1)) / stepsPerUnit)
