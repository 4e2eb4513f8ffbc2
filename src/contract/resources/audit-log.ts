import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'
import { CursorList } from './cursor-list.ts'

export const auditActions = ['CREATED', 'UPDATED', 'DELETED', 'PERFORMED', 'FAILED'] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActorTypes = ['PERSON', 'API_KEY', 'AGENT', 'COMMAND_LINE', 'VISITOR'] as const
export type AuditActorType = (typeof auditActorTypes)[number]

/** The resource types of the audit log. */
export const auditResourceTypes = [
  'ACCOUNT',
  'ALERT_CHANNEL',
  'ALERT_SOURCE',
  'ALERT_SILENCE',
  'RECEIVED_ALERT',
  'API_KEY',
  'BROWSER_SESSION',
  'BULK_CHANGE',
  'CHECK',
  'CHECK_GROUP',
  'CHECK_SESSION',
  'CLIENT_CERTIFICATE',
  'CODE_BUNDLE',
  'DASHBOARD',
  'DASHBOARD_INCIDENT',
  'DEPLOYMENT_TRIGGER',
  'PROJECT',
  'DRY_RUN',
  'ERROR_GROUP',
  'GOLDEN_FILE',
  'INCIDENT',
  'INCIDENT_TEMPLATE',
  'INVITE',
  'MAINTENANCE_WINDOW',
  'MEMBER',
  'PASSKEY',
  'PASSWORD',
  'PRIVATE_LOCATION',
  'ROOT_CAUSE_ANALYSIS',
  'SAVED_VIEW',
  'SIGN_IN_LINK',
  'SNIPPET',
  'OBJECTIVE',
  'ESCALATION_POLICY',
  'AGENT_CONNECTION',
  'AGENT_PLAN',
  'SCHEDULED_REPORT',
  'STATUS_PAGE',
  'STATUS_PAGE_SERVICE',
  'TEST_SESSION',
  'TRIGGER',
  'VARIABLE',
] as const
export type AuditResourceType = (typeof auditResourceTypes)[number]

const AuditChangeSchema = Type.Object({
  path: Type.String({ description: 'Where it differs, for example `request.headers[0].value`.' }),
  before: Type.Unknown({ description: 'Null when there was nothing; secrets are asterisks, long texts are cut.' }),
  after: Type.Unknown({ description: 'Null when it was removed.' }),
})
export type AuditChange = Static<typeof AuditChangeSchema>

export const AuditEntrySchema = Type.Object({
  id: Type.String(),
  createdAt: DateTime(),
  operation: Type.String({ description: 'The id of the operation in the API reference, or a command.' }),
  action: OneOf(auditActions, {
    description:
      'PERFORMED: an action that changes no settings, for example a run or a temporary mute. FAILED: a failed sign-in.',
  }),
  actor: Type.Object({
    type: OneOf(auditActorTypes, { description: 'VISITOR: a person who is not signed in.' }),
    id: Nullable(Type.String(), { description: 'The key, or the session of the browser.' }),
    userId: Nullable(Type.String(), { description: 'The person, also behind the key of a person.' }),
    name: Nullable(Type.String(), {
      description: 'Of the person or the key, at that time; for the link of a message, over which channel it was sent.',
    }),
  }),
  address: Type.String({ description: 'Where the request came from; empty for commands.' }),
  userAgent: Type.String(),
  resource: Nullable(
    Type.Object({
      type: OneOf(auditResourceTypes),
      id: Nullable(Type.String()),
      name: Nullable(Type.String(), { description: 'At that time.' }),
    }),
  ),
  changes: Type.Array(AuditChangeSchema),
  fault: Nullable(Type.String(), { description: 'The fault code of a failed action.' }),
})
export type AuditEntryResource = Static<typeof AuditEntrySchema>

export const AuditLogSchema = CursorList(AuditEntrySchema)
