export { testFileDiagnosis as MULTI_STEP } from './test-file.ts'
