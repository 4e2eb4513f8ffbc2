// The effective configuration of a check: defaults, account and group applied. In come definitions as stored and settings
// as requested, out go definitions and settings in full. Reads, schedules, runs and alerts all ask here.
export * from './alert-settings.ts'
export * from './effective-check.ts'
export * from './queues-of.ts'
export { completeRetryStrategy, effectiveRetryStrategy } from './retry-strategy.ts'
export * from './variables.ts'
