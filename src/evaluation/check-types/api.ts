import { httpJsonDocument } from '../json-document.ts'
import { responseSchemaReasons } from '../response-schema/response-schema-reasons.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'
import { httpEvaluation } from './http.ts'

export const API: CheckTypeEvaluation<'API'> = {
  ...httpEvaluation,
  // An error page has another shape than what it stands for.
  reasonsOf: (answer, task, assertions) => {
    const reasons = httpEvaluation.reasonsOf(answer, task, assertions)
    return reasons.length > 0 ? reasons : responseSchemaReasons(answer, task)
  },
  evidenceOf: (answer, observation) => ({
    STATUS_CODE: { value: answer.status },
    RESPONSE_TIME: { value: observation.responseTimeMs },
    JSON_BODY: httpJsonDocument(answer),
    HEADERS: answer.headers,
    TEXT_BODY: answer.body,
  }),
}
