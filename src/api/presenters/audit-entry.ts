import type { AuditChange, AuditEntryResource } from '#contract'
import type { AuditLogRow } from '#storage/audit'
import { redactFields, redactText } from '#redaction'
import { csvOf } from './csv.ts'

export const presentAuditEntry = (row: AuditLogRow): AuditEntryResource => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  operation: row.operation,
  action: row.action,
  actor: { type: row.actorType, id: row.actorId, userId: row.userId, name: row.actorName },
  address: row.address,
  userAgent: redactText(row.userAgent),
  resource: row.resourceType && {
    type: row.resourceType,
    id: row.resourceId,
    name: row.resourceName && redactText(row.resourceName),
  },
  changes: row.changes.map(presentChange),
  fault: row.fault,
})

/** Entries of earlier releases hold what was not recognized as a credential then. */
function presentChange({ path, before, after }: AuditChange): AuditChange {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const of = (value: unknown): unknown => Object(redactFields({ [name]: value }))[name]
  return { path, before: of(before), after: of(after) }
}

/** The audit log as CSV. */
export const auditCsv = csvOf<AuditEntryResource>([
  ['id', ({ id }) => id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['operation', ({ operation }) => operation],
  ['action', ({ action }) => action],
  ['actorType', ({ actor }) => actor.type],
  ['actorId', ({ actor }) => actor.id],
  ['userId', ({ actor }) => actor.userId],
  ['actorName', ({ actor }) => actor.name],
  ['address', ({ address }) => address],
  ['userAgent', ({ userAgent }) => userAgent],
  ['resourceType', ({ resource }) => resource && resource.type],
  ['resourceId', ({ resource }) => resource && resource.id],
  ['resourceName', ({ resource }) => resource && resource.name],
  ['fault', ({ fault }) => fault],
  ['changes', ({ changes }) => JSON.stringify(changes)],
])
