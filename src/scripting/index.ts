// Runs user code behind a wall, and installs what it runs with. Takes ids, directories and jobs; returns programs,
// directories and results, or problems that say what the operator can do.
export { createRuntimes } from './runtimes/runtimes.ts'
export type { RuntimeState, RuntimeStatus, Runtimes, RuntimesOptions } from './runtimes/runtimes.ts'
export type * from './playwright/messages.ts'
export type { InstalledRuntime } from './runtimes/find-installed.ts'
export type { RuntimeProblemCode } from './runtimes/runtime-problem.ts'
