// A run's life in the database: enqueued, claimed, settled or expired; heartbeats; notifications owed and delivered.
// Times, reports and pings come in; tasks, notifications and counts go out. Each verb is one transaction, and any
// number of processes may call the same verb at once: every claim is a compare-and-set.
export * from './analyse-error-groups.ts'
export * from './claim-runs.ts'
export * from './deliver-notifications.ts'
export * from './effective-checks.ts'
export * from './enqueue-due-runs.ts'
export * from './expire-runs.ts'
export type { FinishedTick, TellingResult } from './finished-tick.ts'
export * from './heartbeats.ts'
export * from './prepare-run.ts'
export * from './prepared-checks.ts'
export * from './sample-private-queues.ts'
export * from './send-reminders.ts'
export * from './session-status.ts'
export * from './settle-runs.ts'
export * from './start-sessions.ts'
export * from './trigger-sessions.ts'
