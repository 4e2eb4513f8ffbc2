export * from './archive-error-groups.ts'
export * from './request-analysis.ts'
export * from './change-errors.ts'
