// Executes claimed tasks: claim, observe, judge, report, many at once and within limits. Tasks come in through a
// RunnerPort and reports go out through it, so the same runner works beside the database and behind an agent's key.
export { createRunner } from './runner.ts'
export type { Runner, RunnerOptions } from './runner.ts'
