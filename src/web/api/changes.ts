import type { Operations, ResourceEvents } from '#contract'
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
  | 'triggers'
  | 'badges'
  | 'deployment-triggers'

/** The queries that show each resource. */
export const shown = {
  turned: { lists: ['getOverview'], single: ['getCheckSummary'], rows: ['listCheckRows'] },
  health: { lists: ['getServiceHealth'] },
  alerts: {
    lists: ['getOverview', 'listCheckAlerts', 'getAlertNotification', 'listAlertChannels', 'getAlertChannel'],
    single: ['listCheckAlertsOfCheck', 'getCheckSummary', 'getAlertPreview', 'getCheckStatus'],
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
      'listServiceSources',
      'findTaggedChecks',
      'search',
      'getAvailabilityReport',
    ],
    single: [
      'getCheck',
      'getEffectiveSettings',
      'getCheckSummary',
      'getAlertPreview',
      'getCheckStatus',
      'getHeartbeatTimeline',
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
    lists: ['listIncidentsOfPages', 'listStatusPageSummaries', 'previewStatusPage', 'listAutomationRulesV3'],
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
      'getStatusPage',
      'getStatusPageDefinitionV3',
      'listStatusPageComponentsV3',
      'getDomainVerificationV3',
      'listAutomationRulesV3',
      'listStatusPageSubscribersV3',
      'listSubscriptions',
    ],
  },
  'status-page-services': {
    lists: [
      'listStatusPageServices',
      'listServiceSources',
      'listIncidentsOfPages',
      'getIncidentOfPages',
      'getStatusPage',
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
      'getOverview',
    ],
    single: ['getMaintenanceWindow', 'listMaintenances'],
  },
  variables: { lists: ['listVariables', 'search'] },
  objectives: { lists: ['listObjectives'], single: ['getObjectiveHistory'] },
  snippets: { lists: ['listSnippets'] },
  'client-certificates': { lists: ['listClientCertificates'] },
  dashboards: { lists: ['listDashboards', 'getDashboard', 'getUsesOfCheckGroup'] },
  'dashboard-incidents': { lists: ['listDashboardIncidents', 'previewDashboard'] },
  members: { lists: ['listOwnMembers', 'getEmailAddress'] },
  account: { lists: ['getAccountDefaults', 'getOwnAlertSettings', 'getAlertPreview', 'getEffectiveSettings'] },
  'saved-views': { lists: ['listSavedViews'] },
  'own-accounts': { lists: ['getSignedIn'] },
  'browser-sessions': { lists: ['listBrowserSessions', 'getSignedIn'] },
  passkeys: { lists: ['listPasskeys'] },
  'email-address': { lists: ['getEmailAddress', 'getSignedIn', 'listOwnMembers'] },
  invites: { lists: ['listInvites'] },
  'api-keys': { lists: ['listApiKeys'] },
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

/** The operations that change something: all but those that only read, by their method or by the contract. */
export type ChangingOperation = {
  [K in UsedOperation]: Operations[K] extends { readonly method: 'GET' } | { readonly readsOnly: true } ? never : K
}[UsedOperation]

/** The resources that each operation changes. None where the page reloads, and where runs and their events follow. */
export const changes: { readonly [K in ChangingOperation]: readonly Resource[] } = {
  createUrlCheck: ['edited-checks'],
  createCheckGeneric: ['edited-checks'],
  updateCheckGeneric: ['edited-checks'],
  deleteCheck: ['edited-checks'],
  changeChecks: ['edited-checks'],
  undoBulkChange: ['edited-checks'],
  acknowledgeCheck: ['alerts'],
  unacknowledgeCheck: ['alerts'],
  muteCheck: ['alerts'],
  unmuteCheck: ['alerts', 'edited-checks'],
  unsnoozeCheck: ['alerts'],
  startDryRun: [],
  startDrill: [],
  triggerCheckSessionsV2: [],
  runCheckGroup: [],
  cancelTestSession: ['test-sessions'],
  handleIncidentOfPages: ['incidents'],
  createStatusPageIncident: ['incidents'],
  updateStatusPageIncident: ['incidents'],
  deleteStatusPageIncident: ['incidents'],
  createStatusPageIncidentUpdate: ['incidents'],
  updateStatusPageIncidentUpdate: ['incidents'],
  deleteStatusPageIncidentUpdate: ['incidents'],
  createStatusPageIncidentV3: ['incidents'],
  updateStatusPageIncidentV3: ['incidents'],
  deleteStatusPageIncidentV3: ['incidents'],
  replaceComponentImpactsV3: ['incidents'],
  createStatusPageIncidentUpdateV3: ['incidents'],
  updateStatusPageIncidentUpdateV3: ['incidents'],
  deleteStatusPageIncidentUpdateV3: ['incidents'],
  createIncidentTemplate: ['incident-templates'],
  updateIncidentTemplate: ['incident-templates'],
  deleteIncidentTemplate: ['incident-templates'],
  createCheckGroupV2: ['check-groups'],
  updateCheckGroup: ['check-groups'],
  muteCheckGroup: ['check-groups'],
  unmuteCheckGroup: ['check-groups'],
  deleteCheckGroup: ['check-groups'],
  setCheckGroupOrder: ['check-groups'],
  createAlertChannel: ['alert-channels'],
  updateAlertChannel: ['alert-channels'],
  updateAlertChannelSubscription: ['alert-channels'],
  subscribeToAlertChannel: ['alert-channels'],
  deleteAlertChannel: ['alert-channels'],
  // A test is an attempt to deliver, too.
  testAlertChannel: ['alert-channels'],
  testNewAlertChannel: [],
  createPrivateLocation: ['private-locations'],
  updatePrivateLocation: ['private-locations'],
  deletePrivateLocation: ['private-locations'],
  createPrivateLocationKey: ['private-locations'],
  deletePrivateLocationKey: ['private-locations'],
  updateErrorGroup: ['error-groups'],
  changeErrors: ['error-groups'],
  requestAnalysis: ['root-cause-analyses'],
  createStatusPageV3: ['status-pages'],
  updateStatusPageDefinitionV3: ['status-pages'],
  deleteStatusPageV3: ['status-pages'],
  recheckDomainV3: ['status-pages'],
  createAutomationRuleV3: ['status-pages'],
  updateAutomationRuleV3: ['status-pages'],
  deleteAutomationRuleV3: ['status-pages'],
  createStatusPageSubscribersV3: ['status-pages'],
  deleteStatusPageSubscriberV3: ['status-pages'],
  createStatusPage: ['status-pages'],
  updateStatusPage: ['status-pages'],
  deleteStatusPage: ['status-pages'],
  createStatusPageService: ['status-page-services'],
  updateStatusPageService: ['status-page-services'],
  createSubscriptions: ['status-pages'],
  deleteSubscription: ['status-pages'],
  requestTestSessionAnalysis: ['root-cause-analyses'],
  createVariable: ['variables'],
  updateVariable: ['variables'],
  deleteVariable: ['variables'],
  createSnippet: ['snippets'],
  updateSnippet: ['snippets'],
  deleteSnippet: ['snippets'],
  createClientCertificate: ['client-certificates'],
  deleteClientCertificate: ['client-certificates'],
  createCheckTrigger: ['triggers'],
  deleteCheckTrigger: ['triggers'],
  createCheckGroupTrigger: ['triggers'],
  deleteCheckGroupTrigger: ['triggers'],
  enableCheckGroupBadge: ['badges'],
  disableCheckGroupBadge: ['badges'],
  createDeploymentTrigger: ['deployment-triggers'],
  createDashboard: ['dashboards'],
  updateDashboard: ['dashboards'],
  deleteDashboard: ['dashboards'],
  renewDashboardKey: ['dashboards'],
  createIncident: ['dashboard-incidents'],
  updateIncident: ['dashboard-incidents'],
  deleteIncident: ['dashboard-incidents'],
  createIncidentUpdate: ['dashboard-incidents'],
  updateIncidentUpdate: ['dashboard-incidents'],
  deleteIncidentUpdate: ['dashboard-incidents'],
  createObjective: ['objectives'],
  updateObjective: ['objectives'],
  deleteObjective: ['objectives'],
  updateAccountDefaults: ['account'],
  updateOwnAlertSettings: ['account'],
  updateOwnMember: ['members'],
  removeOwnMember: ['members'],
  withdrawOwnMemberAddress: ['members'],
  createInvite: ['invites'],
  renewInvite: ['invites'],
  revokeInvite: ['invites'],
  acceptInvite: [],
  joinByInvite: ['own-accounts'],
  createApiKey: ['api-keys'],
  revokeApiKey: ['api-keys'],
  createMaintenanceWindow: ['maintenance-windows'],
  updateMaintenanceWindow: ['maintenance-windows'],
  deleteMaintenanceWindow: ['maintenance-windows'],
  startMaintenance: ['maintenance-windows'],
  rescheduleMaintenance: ['maintenance-windows'],
  endMaintenance: ['maintenance-windows'],
  deleteMaintenance: ['maintenance-windows'],
  createMaintenanceUpdate: ['maintenance-windows'],
  deleteMaintenanceUpdate: ['maintenance-windows'],
  saveView: ['saved-views'],
  deleteSavedView: ['saved-views'],
  setPassword: ['browser-sessions'],
  endBrowserSession: ['browser-sessions'],
  createPasskey: ['passkeys'],
  renamePasskey: ['passkeys'],
  deletePasskey: ['passkeys'],
  changeEmailAddress: ['email-address'],
  withdrawEmailAddress: ['email-address'],
  confirmEmailAddress: ['email-address'],
  createAccount: ['own-accounts'],
  signInWithPassword: [],
  signInWithLink: [],
  startOidcSignIn: [],
  finishOidcSignIn: [],
  finishPasskeySignIn: [],
  signOut: [],
}

export const isChanging = (operation: UsedOperation): operation is ChangingOperation =>
  Object.hasOwn(changes, operation)
