// Failures with the same message as one group, and the evidence of their analyses. Takes failed runs, and leases of
// requested analyses. Returns ids of groups, evidence, and whether an analysis was stored.
export * from './analyse-error-groups.ts'
export { gatherEvidence } from './gather-evidence.ts'
export { recordErrorGroups, recordableError } from './record-error-groups.ts'
export type { FinalFailure, ErrorGroupContext } from './record-error-groups.ts'
export { requestAutomaticAnalyses } from './request-automatic-analyses.ts'
