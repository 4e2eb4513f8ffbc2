import type { OperationId } from './operations/index.ts'
import type { AuditResourceType } from './resources/index.ts'

interface ResourceEventRow {
  /** The audit log resource types whose ids the event has. */
  readonly resources: readonly AuditResourceType[]
  /** An operation that lists or reads them: anyone who may follow events may call it. */
  readonly readBy: OperationId
}

/** The events of `GET /v1/events` that name what has changed, and nothing of it. Those of `alerts` are ids of checks. */
export const resourceEvents = {
  alerts: { resources: [], readBy: 'listAlertNotifications' },
  'edited-checks': { resources: ['CHECK'], readBy: 'listCheckRows' },
  'check-groups': { resources: ['CHECK_GROUP'], readBy: 'listCheckGroups' },
  'check-sessions': { resources: ['CHECK_SESSION'], readBy: 'getCheckSession' },
  'test-sessions': { resources: ['TEST_SESSION'], readBy: 'listTestSessions' },
  'alert-channels': { resources: ['ALERT_CHANNEL'], readBy: 'listAlertChannels' },
  'alert-sources': { resources: ['ALERT_SOURCE'], readBy: 'listAlertSources' },
  'alert-silences': { resources: ['ALERT_SILENCE'], readBy: 'listAlertSilences' },
  'received-alerts': { resources: ['RECEIVED_ALERT'], readBy: 'listReceivedAlerts' },
  'private-locations': { resources: ['PRIVATE_LOCATION'], readBy: 'listPrivateLocations' },
  'error-groups': { resources: ['ERROR_GROUP'], readBy: 'listErrorGroups' },
  'root-cause-analyses': { resources: ['ROOT_CAUSE_ANALYSIS'], readBy: 'getRootCauseAnalysis' },
  incidents: { resources: ['INCIDENT'], readBy: 'listStatusPageIncidents' },
  'incident-templates': { resources: ['INCIDENT_TEMPLATE'], readBy: 'listIncidentTemplates' },
  'status-pages': { resources: ['STATUS_PAGE'], readBy: 'listStatusPages' },
  'status-page-services': { resources: ['STATUS_PAGE_SERVICE'], readBy: 'listStatusPageServices' },
  'maintenance-windows': { resources: ['MAINTENANCE_WINDOW'], readBy: 'listMaintenanceWindows' },
  dashboards: { resources: ['DASHBOARD'], readBy: 'listDashboards' },
  'dashboard-incidents': { resources: ['DASHBOARD_INCIDENT'], readBy: 'getIncident' },
  variables: { resources: ['VARIABLE'], readBy: 'listVariables' },
  'scheduled-reports': { resources: ['SCHEDULED_REPORT'], readBy: 'listScheduledReports' },
  'agent-connections': { resources: ['AGENT_CONNECTION'], readBy: 'listAgentConnections' },
  'agent-plans': { resources: ['AGENT_PLAN'], readBy: 'listAgentPlans' },
  'escalation-policies': { resources: ['ESCALATION_POLICY'], readBy: 'listEscalationPolicies' },
  objectives: { resources: ['OBJECTIVE'], readBy: 'listObjectives' },
  snippets: { resources: ['SNIPPET'], readBy: 'listSnippets' },
  'client-certificates': { resources: ['CLIENT_CERTIFICATE'], readBy: 'listClientCertificates' },
  members: { resources: ['MEMBER'], readBy: 'listOwnMembers' },
  account: { resources: ['ACCOUNT'], readBy: 'getOwnAccount' },
} as const satisfies Readonly<Record<string, ResourceEventRow>>

export type ResourceEvent = keyof typeof resourceEvents

/** An event names at most so many resources; of more, it names none. */
export const mostNamedResources = 100

/** The events of `GET /v1/events` that name resources, with their ids; null: too many to name, or unknown which. */
export type ResourceEvents = { readonly [E in ResourceEvent]: readonly string[] | null }
