export * from './change-members.ts'
export * from './list-members.ts'
