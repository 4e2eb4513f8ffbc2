import { line } from '../evidence-line.ts'
import { at, listIn, textIn } from '../json-fields.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

/** Evidence of the results of test files: the first error with the lines of the script around it. */
export const testFileDiagnosis: CheckTypeDiagnosis = {
  evidenceOf: (saw) => ({ bodyExcerpt: excerptOf(saw) }),
  answerOf: () => null,
  linesOf: ({ bodyExcerpt }) => (bodyExcerpt === null ? [] : [line(bodyExcerpt, 'check-result', 'errors')]),
}

function excerptOf(saw: unknown): string | null {
  const [error] = listIn(saw, 'errors')
  const message = textIn(error, 'message')
  if (message === null) return null
  const snippet = textIn(error, 'snippet')
  const file = textIn(at(error, 'location'), 'file')
  return [
    `The script failed${file === null ? '' : ` in ${file}`}: ${message}`,
    ...(snippet === null ? [] : [snippet]),
  ].join('\n')
}
