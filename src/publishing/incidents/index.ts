export * from './apply-incident-tasks.ts'
export * from './incident-seconds.ts'
export * from './incident-updates.ts'
export * from './incidents.ts'
