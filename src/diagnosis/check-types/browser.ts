export { testFileDiagnosis as BROWSER } from './test-file.ts'
