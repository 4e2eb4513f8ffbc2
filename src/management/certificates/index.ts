export * from './client-certificates.ts'
