export * from './change-triggers.ts'
export * from './deployment-triggers.ts'
