export * from './create-variable.ts'
export * from './delete-variable.ts'
export * from './read-variables.ts'
export * from './update-variable.ts'
