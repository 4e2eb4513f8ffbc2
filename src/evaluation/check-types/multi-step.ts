import { describeTestFile, testFileEvaluation } from '../test-file/evaluate-test-file.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

export const MULTI_STEP: CheckTypeEvaluation<'MULTI_STEP'> = {
  ...testFileEvaluation,
  describe: describeTestFile,
}
