export * from './scan-for-secrets.ts'
