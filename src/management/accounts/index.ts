export * from './read-accounts.ts'
