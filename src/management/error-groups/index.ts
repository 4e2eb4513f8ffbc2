export * from './archive-error-group.ts'
export * from './read-error-groups.ts'
