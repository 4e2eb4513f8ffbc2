// The effective configuration of a check: defaults, account and group applied. Takes stored definitions and requested
// settings, returns complete definitions and settings. Reads, schedules, runs and alerts all use this room.
export * from './alert-settings.ts'
export { effectiveCheck } from './effective-check.ts'
export { sourcedEntries } from './entry-sources.ts'
export * from './queues-of.ts'
export { completeRetryStrategy, effectiveRetryStrategy } from './retry-strategy.ts'
export { sourcedRetryStrategy, sourcedSettings } from './setting-sources.ts'
export * from './variables.ts'
