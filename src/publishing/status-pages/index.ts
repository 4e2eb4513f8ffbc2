export * from './status-pages.ts'
