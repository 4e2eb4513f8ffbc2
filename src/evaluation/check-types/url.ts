import type { CheckTypeEvaluation } from './check-type-evaluation.ts'
import { httpEvaluation } from './http.ts'

export const URL: CheckTypeEvaluation<'URL'> = {
  ...httpEvaluation,
  evidenceOf: (answer) => ({ STATUS_CODE: { value: answer.status } }),
}
