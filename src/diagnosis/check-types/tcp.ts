import { at, textIn } from '../json-fields.ts'
import { phasesIn } from '../phases-in.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

export const TCP: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const response = at(saw, 'response')
    return {
      bodyExcerpt: textIn(response, 'data'),
      phases: phasesIn(saw),
      remoteAddress: textIn(response, 'remoteAddress'),
    }
  },
  answerOf: (saw) => {
    const text = textIn(at(saw, 'response'), 'data')
    return text === null ? null : { text, contentType: '' }
  },
  linesOf: () => [],
}
