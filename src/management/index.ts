// Verbs that change and read configuration, one transaction each. Callers, ids and validated input come in.
// Definitions and resources go out, or faults.
export * from './checks/index.ts'
export * from './groups/index.ts'
export * from './keys/index.ts'
export * from './accounts/index.ts'
export * from './alerts/index.ts'
export * from './channels/index.ts'
export * from './heartbeats/index.ts'
export * from './results/index.ts'
export * from './sessions/index.ts'
export * from './statuses/index.ts'
export * from './variables/index.ts'
export type { Caller } from './caller.ts'
