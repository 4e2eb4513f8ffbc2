import { httpJsonDocument } from '../json-document.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'
import { httpEvaluation } from './http.ts'

export const API: CheckTypeEvaluation<'API'> = {
  ...httpEvaluation,
  evidenceOf: (answer, observation) => ({
    STATUS_CODE: { value: answer.status },
    RESPONSE_TIME: { value: observation.responseTimeMs },
    JSON_BODY: httpJsonDocument(answer),
    HEADERS: answer.headers,
    TEXT_BODY: answer.body,
  }),
}
