// Error groups, their analyses and the evidence for them. Takes and returns records.
export * from './error-evidence.ts'
export * from './error-groups.ts'
export * from './error-occurrences.ts'
export * from './listed-errors.ts'
export * from './root-cause-analyses.ts'
export * from './test-session-error-groups.ts'
export type { ArchiveChange } from './stored-error-groups.ts'
