import type { ResourceEvents } from '#contract'
import type { UsedOperation } from './operations.ts'

/** Lists of which the rows of what has changed can be read alone. */
export type RowList = 'listCheckRows' | 'listCheckCells' | 'listAlertNotifications'

/** The queries that show a resource. */
export interface Shown {
  /** Of all of them, or of anything that depends on some of them. */
  readonly lists?: readonly UsedOperation[]
  /** Of one of them, by a parameter of the path or of the query. */
  readonly single?: readonly UsedOperation[]
  readonly rows?: readonly RowList[]
}

/** Besides what the stream of events names: states that runs gave to checks, and the health of the service. */
type LiveResource = keyof ResourceEvents | 'turned' | 'health'
/** Resources that no event names, because they concern one person or administrators alone. */
type QuietResource =
  | 'saved-views'
  | 'own-accounts'
  | 'browser-sessions'
  | 'passkeys'
  | 'email-address'
  | 'invites'
  | 'api-keys'
  | 'ping-key'
  | 'probe-targets'
  | 'triggers'
  | 'badges'
  | 'deployment-triggers'
  | 'imports'

/** The queries that show each resource. */
export const shown = {
  imports: { lists: ['getImportComparison'] },
  turned: { lists: ['getOverview'], single: ['getCheckSummary'], rows: ['listCheckRows'] },
  health: { lists: ['getServiceHealth'] },
  alerts: {
    lists: [
      'getOverview',
      'listCheckAlerts',
      'getAlertNotification',
      'explainCheckAlert',
      'listAlertChannels',
      'getAlertChannel',
      'getNoise',
    ],
    single: ['listCheckAlertsOfCheck', 'getCheckSummary', 'getAlertPreview', 'explainCheck', 'getCheckStatus'],
    rows: ['listCheckRows', 'listAlertNotifications'],
  },
  'edited-checks': {
    lists: [
      'getProjectDrift',
      'getOverview',
      'getCheckGroupOrder',
      'listMaintenanceOccurrences',
      'previewMaintenanceWindow',
      'listCheckFacets',
      'getAlertChannel',
      'getUsesOfAlertChannel',
      'getUsesOfCheckGroup',
      'getUsesOfSnippet',
      'getUsesOfVariable',
      'getUsesOfClientCertificate',
      'getUsesOfRuntime',
      'listServiceSources',
      'findTaggedChecks',
      'search',
      'getAvailabilityReport',
      'getNoise',
      'listGoldenFiles',
      'listImportSources',
      'getImportComparison',
    ],
    single: [
      'getCheck',
      'getEffectiveSettings',
      'backTestCheck',
      'getCheckSummary',
      'getAlertPreview',
      'explainCheck',
      'getCheckStatus',
      'getHeartbeatTimeline',
      'getGoldenFilesOfCheck',
    ],
    rows: ['listCheckRows', 'listCheckCells'],
  },
  'check-groups': {
    lists: [
      'getProjectDrift',
      'listCheckGroups',
      'listCheckRows',
      'listCheckCells',
      'getOverview',
      'getEffectiveSettings',
      'getAlertPreview',
      'explainCheck',
      'getCheckSummary',
      'listMaintenanceOccurrences',
      'previewMaintenanceWindow',
      'getAlertChannel',
      'getUsesOfAlertChannel',
      'getUsesOfSnippet',
      'getUsesOfVariable',
      'findTaggedChecks',
      'search',
    ],
    single: ['getCheckGroup', 'getCheckGroupOrder', 'getUsesOfCheckGroup'],
  },
  'test-sessions': {
    lists: ['listTestSessions'],
    single: ['getTestSession', 'getTestSessionResult', 'listTestSessionResultAssets'],
  },
  'alert-channels': {
    lists: [
      'listAlertChannels',
      'getAlertPreview',
      'explainCheck',
      'getServiceHealth',
      'getCheck',
      'getCheckGroup',
      'getProjectDrift',
      'search',
    ],
    single: ['getAlertChannel', 'getUsesOfAlertChannel'],
  },
  'private-locations': {
    lists: [
      'listPrivateLocations',
      'getServiceHealth',
      'getOverview',
      'listCheckCells',
      'listCheckRows',
      'listCheckFacets',
      'getCheckStatus',
      'getCheckSummary',
      'search',
    ],
    single: ['getPrivateLocation'],
  },
  incidents: {
    lists: [
      'listIncidentsOfPages',
      'listStatusPageSummaries',
      'previewStatusPage',
      'listAutomationRulesV3',
      'getOverview',
      'search',
    ],
    single: ['getIncidentOfPages'],
  },
  'incident-templates': { lists: ['listIncidentTemplates'] },
  'status-pages': {
    lists: [
      'listStatusPages',
      'listStatusPagesV3',
      'listStatusPageSummaries',
      'listIncidentsOfPages',
      'getIncidentOfPages',
      'getProjectDrift',
      'search',
    ],
    single: [
      'listComponentFeedsV3',
      'getStatusPageDefinitionV3',
      'getStatusPageDefinition',
      'listStatusPageComponentsV3',
      'getDomainVerificationV3',
      'listAutomationRulesV3',
      'listStatusPageSubscribersV3',
      'listSubscriptions',
      'getStatusPageAccess',
      'listStatusPageReaders',
    ],
  },
  'status-page-services': {
    lists: [
      'listStatusPageServices',
      'listServiceSources',
      'listIncidentsOfPages',
      'getIncidentOfPages',
      'getStatusPageDefinition',
      'previewStatusPage',
    ],
  },
  'error-groups': {
    lists: ['listErrors', 'listErrorGroupsOfCheck', 'getCheckSummary'],
    single: ['getError', 'getErrorGroup'],
  },
  'root-cause-analyses': { lists: ['getError', 'getErrorGroup'], single: ['getRootCauseAnalysis'] },
  'maintenance-windows': {
    lists: [
      'listMaintenanceOccurrences',
      'listMaintenanceSchedule',
      'getMaintenanceEffect',
      'getAlertPreview',
      'explainCheck',
      'getOverview',
      'search',
    ],
    single: ['getMaintenanceWindow', 'listMaintenances'],
  },
  variables: { lists: ['listVariables', 'search'] },
  'escalation-policies': { lists: ['listEscalationPolicies'] },
  'alert-sources': { lists: ['listAlertSources', 'listReceivedAlerts', 'getReceivedAlert'] },
  'alert-silences': { lists: ['listAlertSilences', 'listReceivedAlerts', 'getReceivedAlert'] },
  'received-alerts': { lists: ['listReceivedAlerts', 'listAlertSources'], single: ['getReceivedAlert'] },
  'scheduled-reports': { lists: ['listScheduledReports'] },
  'agent-plans': { lists: ['listAgentPlans'] },
  'agent-connections': { lists: ['listAgentConnections'] },
  objectives: { lists: ['listObjectives'], single: ['getObjectiveHistory'] },
  snippets: { lists: ['listSnippets'] },
  'client-certificates': { lists: ['listClientCertificates', 'getUsesOfClientCertificate'] },
  dashboards: { lists: ['listDashboards', 'getDashboard', 'getUsesOfCheckGroup', 'search'] },
  'dashboard-incidents': { lists: ['listDashboardIncidents', 'previewDashboard'] },
  members: { lists: ['listOwnMembers', 'getEmailAddress'] },
  account: {
    lists: [
      'getSignedIn',
      'getAccountDefaults',
      'getOwnAlertSettings',
      'getAlertPreview',
      'explainCheck',
      'getEffectiveSettings',
      'getAgentAccess',
    ],
  },
  'saved-views': { lists: ['listSavedViews'] },
  'own-accounts': { lists: ['getSignedIn'] },
  'browser-sessions': { lists: ['listBrowserSessions', 'getSignedIn'] },
  passkeys: { lists: ['listPasskeys'] },
  'email-address': { lists: ['getEmailAddress', 'getSignedIn', 'listOwnMembers'] },
  invites: { lists: ['listInvites'] },
  'api-keys': { lists: ['listApiKeys'] },
  'ping-key': { lists: ['getPingKey'] },
  'probe-targets': { lists: ['getProbeTargets'] },
  triggers: { lists: ['getCheckTrigger', 'getCheckGroupTrigger'] },
  badges: { lists: ['getCheckGroupBadgeAddress'] },
  'deployment-triggers': { lists: ['listDeploymentTriggers'] },
} as const satisfies Readonly<Partial<Record<LiveResource | QuietResource, Shown>>>

export type Resource = keyof typeof shown

/** The queries that show what a change or a live event names; none when no screen shows it. */
export function shownOf(resource: string): Required<Shown> {
  const { lists = [], single = [], rows = [] } = new Map<string, Shown>(Object.entries(shown)).get(resource) ?? {}
  return { lists, single, rows }
}
