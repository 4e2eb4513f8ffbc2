/**
 * The terms of one run, in the order of the data flow:
 * - check: what to observe, how often, from where.
 * - session: one execution of a check over the locations of one tick.
 * - run task: one attempt in one location, self-contained, leased to one runner at a time. Its id becomes the result's id.
 * - observation: what a probe observed. A refused connection is an observation, not an exception.
 * - verdict: what the observation means: passed, degraded or failed, with reasons.
 * - run report: observation and verdict, sent back by the runner that holds the lease.
 * - check result: a settled report. ATTEMPT when another try follows, FINAL otherwise.
 * - alert event: a change of state, or a tick that stays in a state, that recipients may have to be notified of.
 * - notification: planned for one channel, with the reason for silence if it is not sent.
 * - delivery: one attempt to send a notification.
 */
export * from './run-task.ts'
export * from './test-session-status.ts'
export * from './artifact.ts'
export * from './golden-path.ts'
export * from './observation.ts'
export * from './verdict.ts'
export * from './run-report.ts'
export * from './drill.ts'
export * from './run-progress.ts'
export * from './alert.ts'
export * from './at-environment.ts'
export * from './is-below-path.ts'
export * from './secrets-of-request.ts'
