export * from './read-statuses.ts'
