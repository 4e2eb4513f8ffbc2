export * from './get-analysis.ts'
export * from './request-analysis.ts'
