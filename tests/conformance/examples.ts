import {
  checkTypes,
  descriptorOf,
  isInboundType,
  measuredTypes,
  operations,
  routedCheckTypes,
  updateOfPatch,
} from '#contract'
import type { CheckType, OperationId } from '#contract'
import { randomId } from '#kernel'
import { aProject } from '../support/an-archive.ts'
import { certificates } from '../support/certificates/read-certificates.ts'
import { agentPlan, agentPlanExamples } from './agent-plan-examples.ts'
import { alertSourceExamples } from './alert-source-examples.ts'
import { explanationExamples } from './explanation-examples.ts'
import { componentPageBodies, componentPageExamples } from './component-page-examples.ts'
import { dashboardBodies, dashboardExamples } from './dashboard-examples.ts'
import { historyExamples } from './history-examples.ts'
import { importExamples } from './import-examples.ts'
import type { SeededAccount } from './seeded-account.ts'

type Body = Record<string, unknown>

/** The body on the page of each type, for checks that run from one place and are not retried. */
const checkOf = (type: CheckType): Body => ({
  ...descriptorOf(type).example,
  activated: true,
  ...(!isInboundType(type) && { frequency: 10, locations: ['eu-west-1'], retryStrategy: null }),
})

/** Bodies that create a check by the operation of its type, by the last part of its path. */
export const checkBodies: Readonly<Record<string, Body>> = Object.fromEntries(
  routedCheckTypes.map(({ type }) => [checkTypes[type].slug, checkOf(type)]),
)

/** Bodies that create one resource of each kind. */
export const bodies = {
  agentPlan,
  group: () => ({ name: 'Group of the conformance tests', locations: ['eu-west-1'] }),
  channel: () => ({ type: 'EMAIL', config: { address: 'on-call@mail.example' } }),
  privateLocation: () => ({ name: 'Office', slugName: `office-${randomId().slice(0, 8)}` }),
  snippet: () => ({ name: `login-${randomId().slice(0, 8)}`, script: 'module.exports = {}' }),
  clientCertificate: () => ({ host: '*.client.example', ...certificates.client }),
  testSession: (checkId: string) => ({
    name: 'Test session of the conformance tests',
    runLocation: 'eu-west-1',
    target: { checkId: [checkId] },
    environmentVariables: [{ key: 'STAGE', value: 'conformance' }],
    retryStrategy: null,
    metadata: { environment: 'staging', branchName: 'main' },
  }),
  testRun: () => ({
    name: 'Test session of the conformance tests',
    runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
    checkRunJobs: [{ logicalId: 'tcp', checkType: 'TCP', ...checkBodies['tcp'] }],
  }),
  dryRun: () => ({ check: { checkType: 'TCP', ...checkBodies['tcp'] }, runLocation: 'eu-west-1' }),
  project: () => ({
    project: { logicalId: `project-${randomId().slice(0, 8)}`, name: 'Project of the conformance tests' },
    resources: [{ logicalId: 'group', type: 'check-group', member: true, payload: { name: 'Group', v: 2 } }],
  }),
  variable: () => ({ key: `KEY_${randomId().slice(0, 8)}`, value: 'value' }),
  service: () => ({ name: 'Service of the conformance tests' }),
  maintenanceWindow: () => ({
    name: 'Maintenance window of the conformance tests',
    startsAt: '2026-01-01T10:00:00.000Z',
    endsAt: '2026-01-01T12:00:00.000Z',
    repeatUnit: 'DAY',
    statusPageVisibility: { enabled: true },
  }),
  incidentTemplate: () => ({
    name: `Looking ${randomId().slice(0, 8)}`,
    status: 'INVESTIGATING',
    description: '{{affected}} does not work.',
  }),
  incident: (serviceId: string) => ({
    name: 'Incident of the conformance tests',
    severity: 'MAJOR',
    services: [{ id: serviceId }],
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking.' }],
  }),
  ...dashboardBodies,
  subscriptions: () => ({
    subscriptions: [{ type: 'EMAIL', config: `reader-${randomId().slice(0, 8)}@mail.example` }],
    autoVerify: true,
  }),
  ...componentPageBodies,
  statusPage: (serviceId: string) => ({
    name: 'Page of the conformance tests',
    url: `page-${randomId()}`,
    cards: [{ name: 'Shop', services: [{ id: serviceId }] }],
  }),
}

export interface Example {
  readonly params?: (seed: SeededAccount) => Readonly<Record<string, string | number>>
  readonly body?: (seed: SeededAccount) => unknown
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** The status of a call with everything right, when the success of the row cannot be had by one call. */
  readonly answers?: number
}

const updated = () => ({ name: 'A new name' })
const subscription = ({ checkIds }: SeededAccount) => ({ checkId: checkIds.url, activated: true })
const byCheck = (type: string) => ({
  params: ({ checkIds }: SeededAccount) => ({ id: checkIds[type] ?? '' }),
  body: updated,
})
const byHeartbeat = {
  params: ({ checkIds, eventId }: SeededAccount) => ({ checkId: checkIds.heartbeat, id: eventId }),
}
const metricsOf = (type: string, metrics: string): Example => ({
  params: ({ checkIds }) => ({ id: checkIds[type] ?? '' }),
  query: { metrics },
})
const tcpCheck = { params: ({ checkIds }: SeededAccount) => ({ id: checkIds.tcp }) }
const group = { params: (seed: SeededAccount) => ({ id: seed.groupId }) }
const invite = { params: (seed: SeededAccount) => ({ id: seed.invite.id }) }
const variable = { params: (seed: SeededAccount) => ({ key: seed.variableKey }) }
const channel = { params: (seed: SeededAccount) => ({ id: seed.channelId }) }
const memberOfGroup = { params: (seed: SeededAccount) => ({ groupId: seed.groupId, checkId: seed.groupCheckId }) }
const service = { params: (seed: SeededAccount) => ({ serviceId: seed.serviceId }) }
const maintenanceWindow = { params: (seed: SeededAccount) => ({ id: seed.maintenance.windowId }) }
const maintenance = {
  params: ({ maintenance: { windowId, id } }: SeededAccount) => ({ id: windowId, maintenanceId: id }),
}
const maintenanceUpdate = {
  params: ({ maintenance: { windowId, id, updateId } }: SeededAccount) => ({
    id: windowId,
    maintenanceId: id,
    updateId,
  }),
}
const statusPage = { params: (seed: SeededAccount) => ({ statusPageId: seed.statusPageId }) }
const incident = { params: ({ incident: { id } }: SeededAccount) => ({ incidentId: id }) }
const incidentUpdate = {
  params: ({ incident: { id, updateId } }: SeededAccount) => ({ incidentId: id, incidentUpdateId: updateId }),
}
const incidentTemplate = { params: (seed: SeededAccount) => ({ id: seed.incidentTemplateId }) }
const account = { params: (seed: SeededAccount) => ({ accountId: seed.accountId }) }

const location = { params: (seed: SeededAccount) => ({ id: seed.privateLocationId }) }
const locationKey = {
  params: (seed: SeededAccount) => ({ id: seed.privateLocationId, keyId: seed.privateLocationKeyId }),
}
const snippet = { params: (seed: SeededAccount) => ({ id: seed.snippetId }) }
const project = { params: ({ projectLogicalId }: SeededAccount) => ({ projectLogicalId }) }
const deployment = { params: (seed: SeededAccount) => seed.deployment }
const codeBundle = { params: (seed: SeededAccount) => ({ id: seed.codeBundleId }) }
const certificate = { params: (seed: SeededAccount) => ({ id: seed.certificateId }) }
const ownMember = { params: (seed: SeededAccount) => ({ userId: seed.memberId }) }
const member = { params: (seed: SeededAccount) => ({ accountId: seed.accountId, userId: seed.memberId }) }

const badgeOfGroup = { params: (seed: SeededAccount) => ({ id: seed.groupId }) }
const groupTrigger = { params: (seed: SeededAccount) => ({ groupId: seed.groupId }) }
const deploymentTrigger = ({ checkIds }: SeededAccount): Body => ({
  checkId: checkIds.url,
  repoId: 1296269,
  repoName: 'octocat/hello-world',
})

const scheduledReport = { params: ({ scheduledReportId }: SeededAccount) => ({ id: scheduledReportId }) }
const weekly = { name: 'Weekly', frequency: 'WEEKLY', time: '08:00', timeZone: 'Europe/Berlin' }
const errorGroup = { params: ({ errorGroups }: SeededAccount) => ({ id: errorGroups.id }) }
const testSessionErrorGroup = { params: ({ errorGroups }: SeededAccount) => ({ id: errorGroups.testSessionGroupId }) }
const archived = () => ({ archivedUntilNextEvent: true })

const checkExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  routedCheckTypes.flatMap(({ type, routeName }) => [
    [`create${routeName}Check`, { body: () => checkOf(type) }],
    [`update${routeName}Check`, byCheck(checkTypes[type].slug)],
  ]),
)
/** Of each type the 99th percentile of the last of its metrics that are numbers and may be asked for. */
const analyticsExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  measuredTypes.map(({ type, operation }) => {
    const { slug, analytics } = descriptorOf(type)
    const metric = analytics.metrics.findLast(({ isText, isScrapedOnly }) => !isText && !isScrapedOnly)
    return [operation, metricsOf(slug ?? '', `availability,${metric?.name}_p99`)]
  }),
)

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const clientDataJSON = Buffer.from('{"challenge":"AAAA"}').toString('base64url')

const ownExamples: { readonly [K in OperationId]?: Example } = {
  ...checkExamples,
  createCheckGeneric: { body: () => ({ checkType: 'TCP', ...checkBodies['tcp'] }) },
  updateCheckGeneric: byCheck('url'),
  getCheck: tcpCheck,
  getCheckV2: tcpCheck,
  getCheckV3: tcpCheck,
  getCheckSummary: tcpCheck,
  getCheckSeries: tcpCheck,
  deleteCheck: tcpCheck,
  listHeartbeatEvents: byHeartbeat,
  previewHeartbeatSchedule: { body: () => ({ expression: '30 2 * * *', timezone: 'Europe/Berlin' }) },
  getHeartbeatTimeline: byHeartbeat,
  createPingKey: { body: () => ({ createsChecks: true }) },
  getPingKey: {},
  deletePingKey: {},
  getHeartbeatEvent: byHeartbeat,
  getHeartbeatSignal: byHeartbeat,
  getHeartbeatAvailability: byHeartbeat,
  createCheckGroup: { body: bodies.group },
  createCheckGroupV2: { body: bodies.group },
  updateCheckGroup: { ...group, body: updated },
  updateCheckGroupV2: { ...group, body: updated },
  getUsesOfCheckGroup: group,
  getCheckGroup: group,
  // The group of the seed holds a check.
  deleteCheckGroup: { ...group, answers: 409 },
  getCheckGroupOrder: group,
  setCheckGroupOrder: { ...group, body: (seed) => ({ checkIds: [seed.groupCheckId] }) },
  runCheckGroup: group,
  listCheckGroupChecks: group,
  listCheckGroupChecksV2: group,
  getCheckGroupCheck: memberOfGroup,
  getCheckGroupCheckV2: memberOfGroup,
  acknowledgeCheck: { ...tcpCheck, body: () => ({ note: 'On it.' }) },
  unacknowledgeCheck: tcpCheck,
  snoozeCheck: { ...tcpCheck, body: () => ({ minutes: 60 }) },
  unsnoozeCheck: tcpCheck,
  muteCheck: { ...tcpCheck, body: () => ({ until: '2026-01-02T10:00:00.000Z' }) },
  unmuteCheck: tcpCheck,
  muteCheckGroup: { ...group, body: () => ({ minutes: 60 }) },
  unmuteCheckGroup: group,
  createVariable: { body: bodies.variable },
  getVariable: variable,
  getUsesOfVariable: variable,
  updateVariable: { ...variable, body: () => ({ value: 'a new value' }) },
  deleteVariable: variable,
  createAlertChannel: { body: bodies.channel },
  getUsesOfAlertChannel: channel,
  getAlertChannel: channel,
  updateAlertChannel: { ...channel, body: bodies.channel },
  deleteAlertChannel: channel,
  subscribeToAlertChannel: { ...channel, body: () => ({ tags: ['conformance'] }) },
  testAlertChannel: channel,
  previewAlertChannel: channel,
  testNewAlertChannel: { body: bodies.channel },
  previewNewAlertChannel: { body: bodies.channel },
  updateAlertChannelSubscription: { ...channel, body: subscription },
  triggerCheckSessions: { body: ({ checkIds }) => ({ target: { checkId: [checkIds.url] } }) },
  triggerCheckSessionsV2: { body: ({ checkIds }) => ({ target: { checkId: [checkIds.url] } }) },
  triggerTestSession: { body: ({ checkIds }) => bodies.testSession(checkIds.url) },
  getRunLogNext: {
    params: ({ testSessionId, testSessionResultId }) => ({
      region: 'eu-west-1',
      key: `${testSessionId}.${testSessionResultId}`,
    }),
  },
  getRunDataNext: {
    params: ({ testSessionId, testSessionResultId }) => ({
      region: 'eu-west-1',
      key: `${testSessionId}.${testSessionResultId}`,
    }),
  },
  runTestSession: { body: bodies.testRun },
  runTestSessionNext: { body: bodies.testRun },
  triggerTestSessionNext: {
    body: ({ checkIds }) => ({
      name: 'Test session of the conformance tests',
      runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
      checkId: [checkIds.url],
    }),
  },
  // Nothing runs here, so there is nothing to wait for.
  startDryRun: { body: bodies.dryRun, query: { maxWaitSeconds: 0 } },
  getDryRun: { query: { maxWaitSeconds: 0 } },
  startDrill: { params: ({ checkIds }) => ({ id: checkIds.tcp }) },
  getDrill: { params: ({ checkIds, drillId }) => ({ id: checkIds.tcp, drillId }) },
  listCheckMetrics: { query: { checkId: '0198c6a0-0000-7000-8000-000000000000' } },
  listCheckTicks: { query: { checkId: '0198c6a0-0000-7000-8000-000000000000' } },
  search: { query: { text: 'a' } },
  changeChecks: { body: () => ({ filter: { tag: ['none'] }, change: { muted: true } }) },
  undoBulkChange: { params: (seed) => ({ id: seed.bulkChangeId }) },
  deleteSavedView: { params: (seed) => ({ id: seed.savedViewId }) },
  createApiKey: { body: () => ({ name: 'Deployments', role: 'READ_WRITE' }) },
  revokeApiKey: { params: (seed) => ({ id: seed.apiKeyId }) },
  saveView: { body: () => ({ name: 'Failing', query: 's=fail' }) },
  getDryRunProgress: { query: { maxWaitSeconds: 0 } },
  getCheckSessionProgress: { query: { maxWaitSeconds: 0 } },
  getTestSessionProgress: { query: { maxWaitSeconds: 0 } },
  cancelTestSession: { body: () => ({}) },
  // Only runs of types that do not exist yet can be cancelled.
  cancelCheckSession: { body: () => ({}), answers: 400 },
  getCheckGroupTrigger: groupTrigger,
  createCheckGroupTrigger: groupTrigger,
  deleteCheckGroupTrigger: groupTrigger,
  createDeploymentTrigger: { body: deploymentTrigger },
  ...analyticsExamples,
  // No seeded account has an agentic check.
  getAgenticCheckAnalytics: {
    params: () => ({ id: '0198c6a0-0000-7000-8000-000000000000' }),
    query: { metrics: 'availability' },
    answers: 404,
  },
  getHeartbeatCheckAnalytics: metricsOf('heartbeat', 'availability,retries'),
  listAnalyticsMetrics: { query: { checkType: 'API' } },
  getChecksAnalytics: { body: ({ checkIds }) => ({ checkIds: [checkIds.tcp, checkIds.heartbeat] }) },
  getRuntime: { params: () => ({ id: '2026.04' }) },
  getCheckGroupBadge: { params: (seed) => ({ groupId: seed.groupBadgeToken }) },
  getCheckGroupBadgeAddress: badgeOfGroup,
  enableCheckGroupBadge: badgeOfGroup,
  disableCheckGroupBadge: badgeOfGroup,
  createPrivateLocation: { body: bodies.privateLocation },
  getPrivateLocation: location,
  updatePrivateLocation: { ...location, body: updated },
  deletePrivateLocation: location,
  createPrivateLocationKey: location,
  deletePrivateLocationKey: locationKey,
  getPrivateLocationMetrics: { ...location, query: { from: '2026-01-01', to: '2026-01-02' } },
  createSnippet: { body: bodies.snippet },
  deployProject: { body: bodies.project, answers: 202 },
  // Nothing is deployed here, so it would wait for ever.
  deployProjectNextV2: { body: bodies.project, query: { pruneRelations: true }, answers: 400 },
  previewProject: { body: bodies.project },
  ...importExamples,
  getProjectDrift: project,
  createProjectNext: { body: () => ({ logicalId: `project-${randomId().slice(0, 8)}`, name: 'Project' }) },
  getProjectNext: project,
  destroyProject: project,
  destroyProjectNext: project,
  getDeployment: deployment,
  awaitDeployment: deployment,
  cancelDeployment: deployment,
  createImportPlanNext: { ...project, body: () => ({}) },
  listImportPlansNext: project,
  createGoldenFile: { body: () => Buffer.from(randomId()) },
  getGoldenFile: { params: (seed: SeededAccount) => ({ key: seed.goldenFileKey }) },
  createReportedSessionNext: { body: () => ({ name: 'Pipeline', testResults: [{ name: 'Suite' }] }) },
  // No seeded session is one of a reporter.
  uploadReportNext: { body: () => Buffer.from('PK'), answers: 404 },
  endReportedResultNext: { body: () => ({ status: 'PASSED' }), answers: 404 },
  uploadSnapshotNext: { body: () => Buffer.from(randomId()) },
  // No seeded golden file has bytes.
  downloadSnapshotNext: { body: (seed: SeededAccount) => ({ key: seed.goldenFileKey }), answers: 404 },
  uploadCodeBundleNext: { body: () => aProject(randomId()) },
  peekCodeBundleNext: { body: (seed: SeededAccount) => ({ key: seed.codeBundleId }) },
  createCodeBundle: { body: () => aProject(randomId()) },
  getCodeBundle: codeBundle,
  deleteCodeBundle: codeBundle,
  getSnippet: snippet,
  getUsesOfSnippet: snippet,
  updateSnippet: { ...snippet, body: bodies.snippet },
  deleteSnippet: snippet,
  createClientCertificate: { body: bodies.clientCertificate },
  getClientCertificate: certificate,
  getUsesOfClientCertificate: certificate,
  getUsesOfRuntime: { params: () => ({ id: '2026.04' }) },
  deleteClientCertificate: certificate,
  listMembers: account,
  getAlertSettings: account,
  updateAlertSettings: { ...account, body: () => ({ reminders: { amount: 2, interval: 10 } }) },
  updateAccountDefaults: { body: () => ({ check: { locations: ['eu-west-1'], frequency: 5, tags: ['shop'] } }) },
  updateOwnAlertSettings: { body: () => ({ escalationType: 'TIME_BASED' }) },
  signInWithPassword: { body: ({ signIn: { email, password } }) => ({ email, password }) },
  startOidcSignIn: { body: () => ({ next: '/checks' }), answers: 404 },
  finishOidcSignIn: { body: () => ({ parameters: 'state=unknown&code=unknown' }), answers: 404 },
  findAccountOfResource: { query: { type: 'CHECK', id: '0198c6a0-0000-7000-8000-000000000000' } },
  updateOwnAccount: { body: () => ({ name: 'Renamed' }) },
  deleteOwnAccount: {
    body: ({ signIn: { password } }) => ({ name: 'Another name', currentPassword: password }),
    answers: 400,
  },
  createAccount: { body: () => ({ name: 'Second' }), answers: 403 },
  finishPasskeySignIn: {
    body: () => ({
      credential: { ...credential, response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' } },
    }),
    answers: 401,
  },
  startPasskey: { body: ({ signIn: { password } }) => ({ currentPassword: password }) },
  createPasskey: {
    body: () => ({
      name: 'Laptop',
      credential: { ...credential, response: { clientDataJSON, attestationObject: 'AAAA' } },
    }),
    answers: 401,
  },
  renamePasskey: { params: ({ signIn }) => ({ id: signIn.passkeyId }), body: () => ({ name: 'Phone' }) },
  deletePasskey: { params: ({ signIn }) => ({ id: signIn.passkeyId }) },
  signInWithLink: { body: ({ signIn }) => ({ token: signIn.linkToken }) },
  endBrowserSession: { params: ({ signIn }) => ({ id: signIn.sessionId }) },
  setPassword: {
    body: ({ signIn: { password } }) => ({ password: 'another long password', currentPassword: password }),
  },
  updateOwnMember: { ...ownMember, body: () => ({ role: 'READ_RUN' }) },
  removeOwnMember: ownMember,
  withdrawOwnMemberAddress: ownMember,
  changeEmailAddress: {
    body: ({ signIn }) => ({ email: `${randomId()}@mail.example`, currentPassword: signIn.password }),
  },
  // No seeded account has the token of a link; the tests of addresses confirm some.
  confirmEmailAddress: { body: () => ({ token: 'unknown' }), answers: 404 },
  createInvite: { body: () => ({ email: `${randomId()}@mail.example`, role: 'READ_WRITE' }) },
  renewInvite: invite,
  revokeInvite: invite,
  getInviteOffer: { body: ({ invite }) => ({ token: invite.linkToken }) },
  acceptInvite: { body: ({ invite }) => ({ token: invite.linkToken, password: 'correct horse battery' }) },
  // An invite to another account works once; the tests of invites accept some.
  joinByInvite: { body: () => ({ token: 'unknown' }), answers: 404 },
  updateMember: { ...member, body: () => ({ role: 'READ_RUN' }) },
  removeMember: member,
  getAlertNotification: { params: ({ notificationId }) => ({ id: notificationId }) },
  getErrorGroup: errorGroup,
  updateErrorGroup: { ...errorGroup, body: archived },
  getGoldenFilesOfCheck: { params: ({ checkIds }) => ({ id: checkIds.tcp }) },
  setGoldenFile: {
    params: ({ checkIds }) => ({ id: checkIds.tcp }),
    body: () => ({ path: 'x.spec.ts-snapshots/x.png', key: null }),
  },
  ...agentPlanExamples,
  createScheduledReport: { body: () => ({ ...weekly, weekday: 1, recipients: ['ops@mail.example'] }) },
  previewScheduledReport: { body: () => ({ frequency: 'WEEKLY', timeZone: 'Europe/Berlin' }) },
  updateScheduledReport: { ...scheduledReport, body: () => ({ time: '09:00' }) },
  deleteScheduledReport: scheduledReport,
  sendScheduledReport: scheduledReport,
  ...historyExamples,
  getError: errorGroup,
  changeErrors: { body: ({ errorGroups }) => ({ errors: [{ id: errorGroups.id, state: 'UNTIL_NEXT' }] }) },
  getTestSessionErrorGroup: testSessionErrorGroup,
  updateTestSessionErrorGroup: { ...testSessionErrorGroup, body: archived },
  getRootCauseAnalysis: { params: ({ errorGroups }) => ({ id: errorGroups.analysisId }) },
  getAccount: account,
  getAccountNext: account,
  getUsageTerms: { answers: 404 },
  getUsageSummary: { answers: 404 },
  listUsageSeries: { answers: 404 },
  getEntitlements: account,
  createStatusPageService: { body: bodies.service },
  getStatusPageService: service,
  updateStatusPageService: { ...service, body: updated },
  deleteStatusPageService: service,
  createStatusPageIncident: { body: ({ serviceId }) => bodies.incident(serviceId) },
  getStatusPageIncident: incident,
  updateStatusPageIncident: { ...incident, body: updated },
  patchStatusPageIncident: { ...incident, body: () => ({ severity: 'MINOR' }) },
  deleteStatusPageIncident: incident,
  listStatusPageIncidentUpdates: incident,
  createStatusPageIncidentUpdate: { ...incident, body: () => ({ description: 'Found it.', status: 'IDENTIFIED' }) },
  getStatusPageIncidentUpdate: incidentUpdate,
  updateStatusPageIncidentUpdate: { ...incidentUpdate, body: () => ({ description: 'Other words.' }) },
  deleteStatusPageIncidentUpdate: incidentUpdate,
  getAffectedByChecks: { query: { checkId: '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77' } },
  getIncidentOfPages: incident,
  handleIncidentOfPages: { ...incident, body: () => ({ postMortem: 'A disk was full.' }) },
  previewIncidentOfPages: {
    body: ({ incident: { id } }) => ({ incidentId: id, update: { status: 'RESOLVED', description: 'Done.' } }),
  },
  createIncidentTemplate: { body: bodies.incidentTemplate },
  updateIncidentTemplate: { ...incidentTemplate, body: bodies.incidentTemplate },
  deleteIncidentTemplate: incidentTemplate,
  ...dashboardExamples,
  createMaintenanceWindow: { body: bodies.maintenanceWindow },
  getMaintenanceWindow: maintenanceWindow,
  updateMaintenanceWindow: { ...maintenanceWindow, body: updated },
  deleteMaintenanceWindow: maintenanceWindow,
  getMaintenanceCoverage: maintenanceWindow,
  previewMaintenanceWindow: {
    body: () => ({ startsAt: '2026-01-01T10:00:00.000Z', endsAt: '2026-01-01T12:00:00.000Z', repeatUnit: 'WEEK' }),
  },
  startMaintenance: { ...maintenanceWindow, body: () => ({ minutes: 30 }) },
  endMaintenance: { ...maintenance, answers: 409 },
  getMaintenanceEffect: maintenance,
  listMaintenances: maintenanceWindow,
  getMaintenance: maintenance,
  rescheduleMaintenance: { ...maintenance, body: () => ({ endsAt: '2026-01-01T13:00:00.000Z' }) },
  deleteMaintenance: maintenance,
  createMaintenanceUpdate: { ...maintenance, body: () => ({ status: 'IN_PROGRESS', description: 'We begin.' }) },
  updateMaintenanceUpdate: { ...maintenanceUpdate, body: () => ({ description: 'Other words.' }) },
  deleteMaintenanceUpdate: maintenanceUpdate,
  createStatusPage: { body: ({ serviceId }) => bodies.statusPage(serviceId) },
  getStatusPage: statusPage,
  updateStatusPage: { ...statusPage, body: updated },
  deleteStatusPage: statusPage,
  ...componentPageExamples,
  ...alertSourceExamples,
  ...explanationExamples,
  listSubscriptions: statusPage,
  createSubscriptions: { ...statusPage, body: bodies.subscriptions },
  deleteSubscription: { params: ({ statusPageId, subscriptionId }) => ({ statusPageId, subscriptionId }) },
}

/** The calls of operations; a patch as the update of the same resource. Those that need nothing have no row. */
export const examples: { readonly [K in OperationId]?: Example } = {
  ...ownExamples,
  ...Object.fromEntries(
    Object.keys(operations).flatMap((id) => {
      const update = Object.entries(ownExamples).find(([name]) => name === updateOfPatch(id))
      return update && id !== update[0] ? [[id, update[1]]] : []
    }),
  ),
}
