export * from './status-page-services.ts'
