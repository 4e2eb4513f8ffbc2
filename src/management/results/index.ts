export * from './get-result.ts'
export * from './list-results.ts'
