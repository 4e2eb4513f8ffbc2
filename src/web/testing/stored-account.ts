import type { Answer } from '../api/operations.ts'
import type { FakeApi } from './fake-api.ts'
import { sample, sampleIn, sampleItem } from './sample.ts'
import { aChannel, storeChannels } from './stored-channels.ts'
import { storedPages, storePages } from './stored-pages.ts'
import { storeCheck } from './stored-check.ts'
import { aCheckRow, storeChecks } from './stored-checks.ts'
import { aRun, storeRuns } from './stored-runs.ts'
import { account } from './usual-answers.ts'

/** The id of whatever has a UUID. */
const uuid = '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'
const at = '2026-11-26T09:58:00.000Z'

/** The ids of the resources in an account that `storeAccount` makes. */
export const storedThings = {
  check: uuid,
  golden: uuid,
  channel: '1',
  group: '1',
  location: uuid,
  notification: uuid,
  receivedAlert: uuid,
  error: uuid,
  account: account.id,
  incident: uuid,
  dashboard: 'd297f8547be9',
  maintenance: '1',
  testSession: { id: uuid, result: uuid },
  statusPages: { ...storedPages, readers: storedPages.cards },
  results: [{ name: 'url', check: uuid, result: uuid }],
}

/** Has a fake answer with an account that has one thing of each kind, and a check that fails. */
export function storeAccount(api: FakeApi): void {
  storeFailingCheck(api)
  storeNotified(api)
  storeTestSession(api)
  storeIncident(api)
  storeMaintenance(api)
  storePages(api)
  storeSettings(api)
  storeDashboard(api)
}

function storeFailingCheck(api: FakeApi): void {
  const row = aCheckRow(uuid, 'Cart', { checkType: 'URL', state: 'FAILING', since: at, groupId: 1, lastResultId: uuid })
  storeChecks(api, [row, aCheckRow('0198c6a0-0000-7000-8000-000000000002', 'Checkout')])
  storeCheck(api, { id: uuid, name: 'Cart', groupId: 1, activated: true })
  storeRuns(api, uuid, [aRun(1, 20), aRun(2, 2, { id: uuid, error: 'The status is 503' })])
  const errorGroup = { id: uuid, checkId: uuid, cleanedErrorMessage: 'The status is 503' }
  const result = { id: uuid, checkId: uuid, hasFailures: true, errorGroupIds: [uuid] }
  api.answer('getCheckResult', sample('getCheckResult', result))
  api.answer('listErrorGroupsOfCheck', [sampleItem('listErrorGroupsOfCheck', errorGroup)])
  const error = { id: uuid, message: 'The status is 503', checkId: uuid, checkName: 'Cart', lastSeen: at } as const
  storeReport(api)
  storeReceived(api)
  api.answer('listErrors', sample('listErrors', { entries: [sampleIn('listErrors', 'entries', error)] }))
  api.answer('getError', sample('getError', error))
  api.answer('getOverview', {
    ...sample('getOverview'),
    counts: { FAILING: 1, DEGRADED: 0, UNKNOWN: 0, PENDING: 0, PASSING: 1, PAUSED: 0 },
    issues: [
      { state: 'FAILING', reason: 'The status is 503', target: null, since: at, checks: [cart], incident: null },
    ],
    problems: 1,
  })
  api.answer('listCheckCells', {
    groups: [{ id: 1, name: 'Shop' }],
    cells: [{ id: uuid, name: 'Cart', state: 'FAILING', groupId: 1 }],
  })
}

function storeReceived(api: FakeApi): void {
  const labels = { alertname: 'HighLoad', service: 'shop' }
  const alert = sample('getReceivedAlert', { id: uuid, name: 'HighLoad', state: 'FIRING', labels, annotations: {} })
  const open = { ...alert, link: null, endedAt: null, acknowledgedAt: null, acknowledgedBy: null, silencedBy: [] }
  api.answer('getReceivedAlert', open)
  api.answer('listReceivedAlerts', { length: 1, entries: [open], nextId: null })
  api.answer('listEscalationPolicies', [
    sampleItem('listEscalationPolicies', { id: uuid, name: 'On call', quietHours: [] }),
  ])
  api.answer('listAlertSources', [
    sampleItem('listAlertSources', { id: uuid, name: 'Prometheus', alertChannelIds: [] }),
  ])
  const matchers = [{ name: 'service', value: 'shop', isRegex: false, isEqual: true }]
  api.answer('listAlertSilences', [
    sampleItem('listAlertSilences', { id: uuid, matchers, comment: 'Move', createdBy: 'Ann' }),
  ])
}

function storeReport(api: FakeApi): void {
  const row = sampleIn('getAvailabilityReport', 'entries', { id: uuid, name: 'Cart', checks: 1, availability: 99.9 })
  const total = { ...sample('getAvailabilityReport').total, checks: 1 }
  const golden = { path: 'home.spec.ts-snapshots/front-linux.png', key: uuid, sizeBytes: 2048, createdAt: null }
  const picture = { name: 'front-actual.png', url: '/downloads/front-actual.png', contentType: 'image/png' }
  api.answer('listGoldenFiles', [sampleItem('listGoldenFiles', { checkId: uuid, name: 'Front page' })])
  api.answer('getGoldenFilesOfCheck', {
    files: [golden],
    resultId: uuid,
    comparisons: [{ path: golden.path, expected: picture, actual: picture, difference: null }],
  })
  api.answer('listScheduledReports', [
    sampleItem('listScheduledReports', { id: uuid, name: 'Weekly', timeZone: 'Europe/Berlin', time: '08:00' }),
  ])
  api.answer('listObjectives', [sampleItem('listObjectives', { id: uuid, name: 'Checkout', scopeName: 'Cart' })])
  api.answer(
    'getAvailabilityReport',
    sample('getAvailabilityReport', { entries: [row], length: 1, total, from: at, to: at }),
  )
}

const cart: Answer<'getOverview'>['issues'][number]['checks'][number] = {
  id: uuid,
  name: 'Cart',
  checkType: 'URL',
  frequency: 10,
  notRunning: null,
  groupId: 1,
  groupName: 'Shop',
  state: 'FAILING',
  since: at,
  lastResultId: uuid,
  lastRunAt: at,
  muted: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
  locations: [],
  notified: [],
  silenceReason: null,
}

function storeNotified(api: FakeApi): void {
  storeChannels(api, [aChannel(1, 'Hook')])
  const group = { id: 1, name: 'Shop', activated: true, muted: false, retryStrategy: null }
  api.answer('getCheckGroup', sample('getCheckGroup', group))
  api.answer('listCheckGroups', [sampleItem('listCheckGroups', group)])
  const entries = ['Cart', 'Checkout'].map((name) => sampleIn('getCheckGroupOrder', 'entries', { id: uuid, name }))
  api.answer('getCheckGroupOrder', { entries, total: entries.length })
  const notification = { id: uuid, checkId: uuid, checkName: 'Cart', status: 'SUCCESS', timestamp: at } as const
  api.answer('listAlertNotifications', [sampleItem('listAlertNotifications', notification)])
  api.answer('getAlertNotification', sample('getAlertNotification', notification))
}

/** A session that runs, with one result. */
function storeTestSession(api: FakeApi): void {
  const session = { name: 'Shop', status: 'RUNNING', startedAt: at, stoppedAt: null } as const
  const result = { testSessionResultId: uuid, checkId: uuid, name: 'Cart', startedAt: at }
  const results = [sampleIn('getTestSession', 'results', result)]
  const listed = sampleIn('listTestSessions', 'entries', { ...session, id: uuid, projectId: null })
  api.answer('listTestSessions', { entries: [listed], length: 1, nextId: null })
  api.answer('getTestSession', sample('getTestSession', { ...session, testSessionId: uuid, results }))
  api.answer('getTestSessionResult', sample('getTestSessionResult', { ...result, id: uuid, status: 'FAILED' }))
}

/** One that a check opened, with an update, on a page with a component. */
function storeIncident(api: FakeApi): void {
  const updates = (['INVESTIGATING', 'IDENTIFIED'] as const).map((status) =>
    sampleIn('getIncidentOfPages', 'updates', { id: status, status, publicIncidentUpdateDate: at }),
  )
  const incident = sample('getIncidentOfPages', {
    id: uuid,
    statusPageId: uuid,
    name: 'Orders fail',
    status: 'INVESTIGATING',
    startedAt: at,
    resolvedAt: null,
    affects: [{ id: uuid, name: 'Shop', impact: 'MAJOR_OUTAGE' }],
    affectedCount: 1,
    openedBy: { checkId: uuid, checkName: 'Cart', ruleId: uuid, ruleName: 'Orders' },
    takenOverAt: null,
    isPublished: true,
    postMortem: 'A disk was full.',
    postMortemPublishedAt: null,
    recipients: 3,
    updates,
    checks: [{ id: uuid, name: 'Cart', isFailing: true, isNamed: false }],
    alerts: [],
  })
  const { id, name, statusPageId, status, startedAt, resolvedAt, isPublished, takenOverAt } = incident
  const listed = { id, name, statusPageId, status, startedAt, resolvedAt, isPublished, takenOverAt }
  api.answer('getIncidentOfPages', incident)
  api.answer('listIncidentsOfPages', {
    entries: [sampleIn('listIncidentsOfPages', 'entries', listed)],
    length: 1,
    nextId: null,
  })
  api.answer('listIncidentTemplates', [sampleItem('listIncidentTemplates', { id: uuid, name: 'Looking' })])
}

/** A published window, of which a maintenance is under way. */
function storeMaintenance(api: FakeApi): void {
  const statusPageVisibility = { ...sample('getMaintenanceWindow').statusPageVisibility, enabled: true }
  const fields = { id: 1, name: 'Upgrade', endsAt: later, silenceAlertsTags: ['shop'], statusPageVisibility }
  const window = sample('getMaintenanceWindow', fields)
  const span = { startsAt: at, endsAt: later, status: 'IN_PROGRESS' } as const
  const update = {
    id: uuid,
    maintenanceId: uuid,
    maintenanceWindowId: 1,
    status: 'IN_PROGRESS',
    description: 'On.',
  } as const
  api.answer('getMaintenanceWindow', window)
  api.answer('listMaintenanceSchedule', {
    entries: [{ window, current: { ...span, maintenanceId: uuid }, next: null, last: null }],
    isComplete: true,
  })
  api.answer('listMaintenances', [
    sampleItem('listMaintenances', { ...span, id: uuid, updates: [{ ...aMaintenanceUpdate, ...update }] }),
  ])
}

const later = '2026-11-26T12:00:00.000Z'
const aMaintenanceUpdate = {
  notifySubscribers: false,
  created_at: at,
  previousStatus: null,
  previousStartsAt: null,
  previousEndsAt: null,
  dateAdjustments: null,
}

function storeSettings(api: FakeApi): void {
  const keys = [{ ...sample('createPrivateLocationKey'), id: uuid, maskedKey: 'pl_…' }]
  const place = { id: uuid, name: 'Office', slugName: 'office' }
  api.answer('getPrivateLocation', sample('getPrivateLocation', { ...place, keys }))
  api.answer('listPrivateLocations', [sampleItem('listPrivateLocations', place)])
  api.answer('listVariables', [sampleItem('listVariables', { key: 'TOKEN' })])
  api.answer('listSnippets', [sampleItem('listSnippets', { id: 1, name: 'sign-in' })])
  api.answer('listClientCertificates', [
    sampleItem('listClientCertificates', { id: uuid, host: '*.internal.example', expires_at: at, created_at: at }),
  ])
  api.answer('listApiKeys', [sampleItem('listApiKeys', { name: 'Deployments' })])
  api.answer('listAgentConnections', [sampleItem('listAgentConnections', { clientName: 'Coder', mode: 'PROPOSE' })])
  api.answer('getAgentAccess', { isAllowed: true, mode: null })
  api.answer('getAgentRequest', sample('getAgentRequest', { clientName: 'Coder', modes: ['READ', 'PROPOSE', 'ACT'] }))
  api.answer('listAgentPlans', [sampleItem('listAgentPlans', { target: 'Home', state: 'PROPOSED', expiresAt: at })])
  api.answer('getProbeTargets', { targets: ['shop.example.com'] })
  api.answer('getPingKey', sample('getPingKey', { prefix: 'Zx81ab', createsChecks: true, createdAt: at }))
  api.answer('listInvites', [sampleItem('listInvites', { email: 'ada@mail.example' })])
  api.answer('listPasskeys', [sampleItem('listPasskeys', { name: 'Laptop' })])
  const member = { userId: uuid, name: 'Grace', email: 'grace@mail.example', role: 'READ_ONLY' } as const
  const members = [sampleIn('listOwnMembers', 'members', { type: 'member', ...member })]
  api.answer('listOwnMembers', { members, length: 1, nextId: null })
}

/** A private one with an incident. */
function storeDashboard(api: FakeApi): void {
  const rates = { refreshRate: 60, paginationRate: 60 }
  const dashboard = { id: 1, dashboardId: storedThings.dashboard, header: 'Wall', isPrivate: true, ...rates }
  const keys = [{ id: uuid, rawKey: 'db_...1234', maskedKey: 'db_...1234', created_at: at, updated_at: null }]
  api.answer('getDashboard', sample('getDashboard', { ...dashboard, keys }))
  api.answer('listDashboards', [sampleItem('listDashboards', { ...dashboard, keys })])
  const update = { id: uuid, incidentId: uuid, status: 'INVESTIGATING', description: 'We are looking.' } as const
  const incidentUpdates = [{ ...update, created_at: at, updated_at: null }]
  const incident = { id: uuid, dashboardId: 1, name: 'Slow', startedAt: at, stoppedAt: null, incidentUpdates }
  api.answer('listDashboardIncidents', [sampleItem('listDashboardIncidents', incident)])
}
