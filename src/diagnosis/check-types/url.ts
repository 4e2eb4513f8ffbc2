import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'
import { httpDiagnosis } from './http.ts'

export const URL: CheckTypeDiagnosis = httpDiagnosis
