// Runs user code behind a wall that the operating system keeps (its own process tree, files, limits, and one door to the
// network), and installs what it runs with. Takes commands, jobs and ids of runtimes. Returns processes that leave nothing
// behind, and directories, or problems that say what the operator can do.
export * from './create-sandbox.ts'
export type { OwnEndpoint } from './own-endpoints.ts'
export type * from './playwright/messages.ts'
export type { InstalledRuntime } from './runtimes/find-installed.ts'
export type { RuntimeProblemCode } from './runtimes/runtime-problem.ts'
export { createRuntimes } from './runtimes/runtimes.ts'
export type { RuntimeState, RuntimeStatus, Runtimes, RuntimesOptions } from './runtimes/runtimes.ts'
export * from './sandbox-pool.ts'
export * from './sandbox.ts'
