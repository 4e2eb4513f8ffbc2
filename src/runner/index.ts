// Executes claimed tasks: claim, observe, evaluate, report, concurrently and within limits. Tasks and reports are
// exchanged through a RunnerPort, so the same runner works beside the database and as an agent over HTTP. Observations
// whose evaluation may be expensive are evaluated in separate processes.
export { countedRuns } from './counted-runs.ts'
export { createRunner } from './runner.ts'
export type { Runner, RunnerOptions, RunnerSight } from './runner-options.ts'
export { copyPrivately } from './scrub/private-copy.ts'
