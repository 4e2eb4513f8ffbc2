export * from './change-snippets.ts'
export * from './read-snippets.ts'
