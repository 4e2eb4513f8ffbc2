export { changeChecks } from './change-checks.ts'
export type { BulkSelection } from './change-checks.ts'
export { undoBulkChange } from './undo-bulk-change.ts'
