import Type from 'typebox'
import { AuditLogSchema, auditActions, auditResourceTypes } from '../resources/audit-log.ts'
import { OneOf, Uuid } from '../schema.ts'
import { cursorFields, rangeFields } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Audit log')

/** The filters of the audit log, for the list and the export. */
export const auditFilters = {
  ...rangeFields,
  userId: Type.Optional(Uuid({ description: 'Of the person, also with their keys.' })),
  actorId: Type.Optional(Uuid({ description: 'Of the key, or of the session of a browser.' })),
  operation: Type.Optional(Type.String({ maxLength: 100, description: 'The id of an operation.' })),
  action: Type.Optional(OneOf(auditActions)),
  resourceType: Type.Optional(OneOf(auditResourceTypes)),
  resourceId: Type.Optional(Type.String({ maxLength: 255 })),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of a name, an address, a user agent or a change, case-insensitive.',
    }),
  ),
}

const exported = {
  access: 'admin',
  query: Type.Object(auditFilters),
  faults: ['TIME_RANGE_INVALID'],
  limit: { requests: 10, seconds: 60 },
} as const

export const auditLogOperations = {
  listAuditLog: operation('GET /v1/audit-log', {
    summary: 'List the audit log, latest first; kept for a year',
    access: 'admin',
    query: Type.Object({ ...auditFilters, ...cursorFields }),
    success: { status: 200, schema: AuditLogSchema },
    faults: ['CURSOR_INVALID', 'TIME_RANGE_INVALID'],
  }),
  exportAuditLogCsv: operation('GET /v1/audit-log/export.csv', {
    ...exported,
    summary: 'Export the audit log as CSV, the latest first',
    success: { status: 200, contentType: 'text/csv; charset=utf-8', isStream: true },
  }),
  exportAuditLogLines: operation('GET /v1/audit-log/export.jsonl', {
    ...exported,
    summary: 'Export the audit log as lines of JSON, the latest first',
    success: { status: 200, contentType: 'application/jsonl; charset=utf-8', isStream: true },
  }),
} as const
