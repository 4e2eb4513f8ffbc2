// The audit log: what a transaction changed, and who did it. Takes origins and filters. Returns entries.
export type { AuditFilter, AuditLogRow } from './audit-log.ts'
export type { AuditOrigin } from './audited-store.ts'
export { AuditRecord } from './audited-store.ts'
export { captureAttention, listAuditEntries } from './audit-log.ts'
