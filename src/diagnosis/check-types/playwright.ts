import { line } from '../evidence-line.ts'
import { listIn, textIn } from '../json-fields.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

/** Evidence of the results of suites: the first error. */
export const PLAYWRIGHT: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const message = textIn(listIn(saw, 'errors')[0], 'message')
    return { bodyExcerpt: message === null ? null : `The suite failed: ${message}` }
  },
  answerOf: () => null,
  linesOf: ({ bodyExcerpt }) => (bodyExcerpt === null ? [] : [line(bodyExcerpt, 'check-result', 'errors')]),
}
