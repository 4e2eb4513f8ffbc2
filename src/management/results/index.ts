export * from './get-result.ts'
export { listResultPage, listResults } from './list-results.ts'
export type { ListedResult, ResultCursor } from './list-results.ts'
