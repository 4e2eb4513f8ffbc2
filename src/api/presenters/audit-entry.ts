import type { AuditEntryResource } from '#contract'
import type { AuditLogRow } from '#storage'

export const presentAuditEntry = (row: AuditLogRow): AuditEntryResource => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  operation: row.operation,
  action: row.action,
  actor: { type: row.actorType, id: row.actorId, userId: row.userId, name: row.actorName },
  address: row.address,
  userAgent: row.userAgent,
  resource: row.resourceType && { type: row.resourceType, id: row.resourceId, name: row.resourceName },
  changes: [...row.changes],
  fault: row.fault,
})

const columns: readonly (readonly [name: string, value: (entry: AuditEntryResource) => string | null])[] = [
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
]

export const auditCsvHeader = `${columns.map(([name]) => name).join(',')}\r\n`

/** One line of CSV (RFC 4180). */
export const auditCsvLine = (entry: AuditEntryResource): string =>
  `${columns.map(([, value]) => cell(value(entry) ?? '')).join(',')}\r\n`

/** A spreadsheet runs what begins like a formula; an apostrophe keeps it text. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
