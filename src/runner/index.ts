// Executes claimed tasks: claim, observe, judge, report, many at once and within limits. Tasks come in through a
// RunnerPort and reports go out through it, so the same runner works beside the database and behind an agent's key.
// Answers that may be dear to judge are judged in processes of their own.
export { createRunner } from './runner.ts'
export type { Runner, RunnerOptions } from './runner.ts'
