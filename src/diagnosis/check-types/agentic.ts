import { line } from '../evidence-line.ts'
import { listIn, textIn } from '../json-fields.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

/** Evidence of the results of prompts: the first error, or else the summary. */
export const AGENTIC: CheckTypeDiagnosis = {
  evidenceOf: (saw) => ({ bodyExcerpt: textIn(listIn(saw, 'errors')[0], 'message') ?? textIn(saw, 'summary') }),
  answerOf: () => null,
  linesOf: ({ bodyExcerpt }) => (bodyExcerpt === null ? [] : [line(bodyExcerpt, 'check-result', 'errors')]),
}
