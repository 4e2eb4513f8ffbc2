export * from './status-page-services.ts'
export * from './feeding-checks.ts'
