// Where other tools send their alerts: created, changed, their tokens made.
export * from './alert-sources.ts'
