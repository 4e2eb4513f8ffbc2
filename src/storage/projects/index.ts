// Projects of code with what they own and refer to, and their deployments. Takes statements' values. Returns rows.
export * from './checks-of-project.ts'
export * from './deployments.ts'
export * from './import-plans.ts'
export * from './import-states.ts'
export * from './live-digests.ts'
export * from './project-resources.ts'
export * from './projects.ts'
