import type { AuditResourceType } from '#contract'
import { propertyOf } from '../database/records.ts'

export type RowFields = Readonly<Record<string, unknown>>

/** Which resource the rows of a table are, or a part of which one. */
export interface AuditedTable {
  readonly type: AuditResourceType
  /** The column with the id of the resource; null where only the request knows it. */
  readonly id: string | null
  readonly name?: string
  /** Its changes are actions that change none of its settings. */
  readonly isPerformed?: true
  /** Below which field of the resource its parts are, and the columns that tell parts apart. */
  readonly part?: { readonly field: string; readonly by: readonly string[] }
}

const whole = (type: AuditResourceType, name = 'name', id = 'id'): AuditedTable => ({ type, id, name })
const part = (type: AuditResourceType, id: string | null, field: string, by = 'id'): AuditedTable => ({
  type,
  id,
  part: { field, by: [by] },
})

/** The tables whose changes the migrations have captured, as properties; `checkAttention` is captured by statements. */
export const auditedTables: Readonly<Record<string, AuditedTable>> = {
  accounts: whole('ACCOUNT'),
  memberships: whole('MEMBER', 'name', 'user_id'),
  users: whole('MEMBER'),
  addressChanges: part('MEMBER', 'user_id', 'pendingAddress', 'email'),
  memberInvites: whole('INVITE', 'email'),
  apiKeys: whole('API_KEY'),
  passkeys: whole('PASSKEY'),
  passwords: whole('PASSWORD', 'name', 'user_id'),
  browserSessions: whole('BROWSER_SESSION', 'user_agent'),
  signInLinks: whole('SIGN_IN_LINK', 'name', 'user_id'),
  pingKeys: part('ACCOUNT', 'account_id', 'pingKey', 'account_id'),
  savedViews: whole('SAVED_VIEW'),
  variables: whole('VARIABLE', 'key', 'key'),
  snippets: whole('SNIPPET'),
  objectives: whole('OBJECTIVE'),
  escalationPolicies: whole('ESCALATION_POLICY'),
  agentConnections: whole('AGENT_CONNECTION', 'client_name'),
  agentPlans: whole('AGENT_PLAN', 'operation'),
  scheduledReports: whole('SCHEDULED_REPORT'),
  scheduledReportRecipients: part('SCHEDULED_REPORT', 'report_id', 'recipients'),
  checks: whole('CHECK'),
  checkAttention: { ...whole('CHECK'), isPerformed: true },
  checkGroups: whole('CHECK_GROUP'),
  clientCertificates: whole('CLIENT_CERTIFICATE', 'host'),
  codeBundles: whole('CODE_BUNDLE'),
  goldenFiles: whole('GOLDEN_FILE'),
  triggers: whole('TRIGGER'),
  deploymentTriggers: whole('DEPLOYMENT_TRIGGER', 'repo_name'),
  alertChannels: whole('ALERT_CHANNEL'),
  alertSources: whole('ALERT_SOURCE'),
  alertSilences: whole('ALERT_SILENCE', 'comment'),
  channelSubscriptions: part('ALERT_CHANNEL', 'channel_id', 'subscriptions'),
  privateLocations: whole('PRIVATE_LOCATION'),
  privateLocationKeys: part('PRIVATE_LOCATION', 'location_id', 'keys'),
  maintenanceWindows: whole('MAINTENANCE_WINDOW'),
  maintenances: part('MAINTENANCE_WINDOW', 'window_id', 'maintenances'),
  maintenanceUpdates: part('MAINTENANCE_WINDOW', null, 'updates'),
  statusPages: whole('STATUS_PAGE'),
  statusPageCards: part('STATUS_PAGE', 'status_page_id', 'cards'),
  statusPageCardServices: part('STATUS_PAGE', null, 'cardServices', 'service_id'),
  statusPageComponents: part('STATUS_PAGE', 'status_page_id', 'components'),
  statusPageDisplays: part('STATUS_PAGE', 'status_page_id', 'display', 'status_page_id'),
  statusPageKeys: part('STATUS_PAGE', 'status_page_id', 'keys'),
  statusPageSubscribers: part('STATUS_PAGE', 'status_page_id', 'subscribers'),
  statusPageReaders: part('STATUS_PAGE', 'status_page_id', 'readers'),
  statusPageServices: whole('STATUS_PAGE_SERVICE'),
  incidents: whole('INCIDENT'),
  incidentTemplates: whole('INCIDENT_TEMPLATE'),
  incidentServices: part('INCIDENT', 'incident_id', 'services', 'service_id'),
  automationRules: part('STATUS_PAGE', 'status_page_id', 'automationRules'),
  automationRuleComponents: part('STATUS_PAGE', null, 'ruleComponents'),
  incidentComponentImpacts: part('INCIDENT', 'incident_id', 'componentImpacts'),
  incidentUpdates: part('INCIDENT', 'incident_id', 'updates'),
  dashboards: whole('DASHBOARD', 'header'),
  dashboardKeys: part('DASHBOARD', 'dashboard_id', 'keys'),
  dashboardIncidents: whole('DASHBOARD_INCIDENT'),
  dashboardIncidentUpdates: part('DASHBOARD_INCIDENT', 'incident_id', 'updates'),
}

/** A subscription is a part of what the request was about: of the channel, or of a check or group. */
export function auditedTableOf(source: string, row: RowFields, about: AuditResourceType | null): AuditedTable | null {
  if (source !== 'channel_subscriptions' || about === 'ALERT_CHANNEL') return auditedTables[propertyOf(source)] ?? null
  const [type, id] =
    row['check_id'] === null ? (['CHECK_GROUP', 'group_id'] as const) : (['CHECK', 'check_id'] as const)
  return part(type, id, 'alertChannelSubscriptions', 'channel_id')
}
