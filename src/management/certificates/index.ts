export * from './change-certificates.ts'
export * from './read-certificates.ts'
