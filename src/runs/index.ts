// The life of a run in the database: enqueued, claimed, settled or expired; runs on request, test sessions, dry runs;
// heartbeats; the locations that serve them. Input: times, reports and pings; output: tasks and counts. Each verb is one
// transaction, and any number of processes may call the same verb at once: every claim is a compare-and-set.
export * from './agents/agent-runs.ts'
export { reportProblem } from './agents/report-problem.ts'
export * from './queue/reset-distant-schedules.ts'
export * from './sessions/cancel-sessions.ts'
export * from './queue/add-run-progress.ts'
export * from './queue/claim-runs.ts'
export { startDrill } from './dry-runs/start-drill.ts'
export { cancelDryRun, startDryRun } from './dry-runs/start-dry-run.ts'
export * from './queue/enqueue-due-runs.ts'
export * from './queue/expire-runs.ts'
export * from './heartbeats/expire-heartbeats.ts'
export { recordPing } from './heartbeats/record-ping.ts'
export type { Ping, PingBody, PingSignal } from './heartbeats/record-ping.ts'
export * from './queue/keep-time.ts'
export * from './locations/location-mails.ts'
export * from './locations/location-problems.ts'
export { noteEndedAgent, noteReturnedRegion } from './locations/served-locations.ts'
export * from './locations/watch-locations.ts'
export * from './prepare/prepare-run.ts'
export * from './prepare/prepared-checks.ts'
export { findUsesOfCertificate } from './prepare/uses-of-certificate.ts'
export * from './queue/return-runs.ts'
export * from './queue/replace-waiting-runs.ts'
export * from './queue/sample-private-queues.ts'
export * from './sessions/session-status.ts'
export * from './settle/settle-runs.ts'
export * from './requested/run-group.ts'
export * from './requested/run-trigger.ts'
export * from './requested/start-deployment-runs.ts'
export * from './sessions/start-sessions.ts'
export {
  endReportedResult,
  findReportedResult,
  keepReport,
  recordReportedSession,
} from './requested/reported-sessions.ts'
export { startTestJobs } from './requested/start-test-jobs.ts'
export type { NewTestJob } from './requested/start-test-jobs.ts'
export * from './requested/start-test-session.ts'
export * from './requested/trigger-sessions.ts'
