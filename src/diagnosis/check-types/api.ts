import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'
import { httpDiagnosis } from './http.ts'

export const API: CheckTypeDiagnosis = httpDiagnosis
