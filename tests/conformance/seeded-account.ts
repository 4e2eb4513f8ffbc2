import { checkTypes, isInboundType, operations, routedCheckTypes } from '#contract'
import type { OperationId, RunReport, RunTask } from '#contract'
import { claimRuns, PreparedChecks, recordPing, settleRuns } from '#runs'
import { minuteMs, randomId } from '#kernel'
import { createSignInLink, hashPassword, openSession } from '#management'
import type { Clock } from '#kernel'
import { receiveAlerts } from '#notifying'
import {
  findOwner,
  insertMembership,
  insertPasskey,
  insertUser,
  savePassword,
  updateUserEmail,
} from '#storage/accounts'
import { insertCodeBundle, insertGoldenFile } from '#storage/checks'
import { lockArtifactUsage, markContentStored, reserveContent } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import { anAccount } from '../support/api.ts'
import type { TestAccount } from '../support/api.ts'
import { bodies, checkBodies } from './examples.ts'
import { injectOperation } from './inject-operation.ts'
import type { OperationCall } from './inject-operation.ts'
import { operationNamed } from './operation-named.ts'
import { seedAgents } from './seed-agents.ts'
import type { SeededAgents } from './seed-agents.ts'
import { seedErrorGroups } from './seed-error-groups.ts'
import type { SeededErrorGroups } from './seed-error-groups.ts'
import type { createApi } from '#api'

/** The checks that operations are tried on; there is one of each type with separate operations. */
type SeededCheck = 'tcp' | 'url' | 'api' | 'heartbeat'

/** An account with one resource of each kind; what its ids are. */
export interface SeededAccount extends TestAccount, SeededAgents {
  /** By the last part of the path that creates checks of the type. */
  readonly checkIds: Readonly<Record<SeededCheck, string> & Record<string, string>>
  readonly groupId: number
  readonly groupBadgeToken: string
  readonly groupCheckId: string
  readonly variableKey: string
  readonly channelId: number
  readonly privateLocationId: string
  readonly privateLocationSlug: string
  readonly privateLocationKeyId: string
  readonly snippetId: number
  readonly incidentTemplateId: string
  readonly escalationPolicyId: string
  readonly objectiveId: string
  readonly scheduledReportId: string
  readonly alertSourceId: string
  readonly receivedAlertId: string
  readonly alertSilenceId: string
  readonly bulkChangeId: string
  readonly apiKeyId: string
  readonly savedViewId: string
  readonly certificateId: string
  readonly codeBundleId: string
  readonly goldenFileKey: string
  readonly memberId: string
  readonly invite: { readonly id: string; readonly linkToken: string }
  readonly signIn: SeededSignIn
  readonly sessionId: string
  readonly resultId: string
  readonly testSessionId: string
  readonly testSessionResultId: string
  readonly dryRunId: string
  /** Of the check `tcp`. */
  readonly drillId: string
  readonly projectLogicalId: string
  /** Of another project; nobody carries it out. */
  readonly deployment: { readonly projectLogicalId: string; readonly deploymentId: string }
  readonly importPlanId: string
  readonly appliedImportPlanId: string
  readonly eventId: string
  readonly errorGroups: SeededErrorGroups
  readonly notificationId: string
  readonly checkAlertId: string
  readonly serviceId: string
  readonly statusPageId: string
  readonly componentPage: {
    readonly id: string
    readonly groupId: string
    readonly componentId: string
    readonly incidentId: string
    readonly ruleId: string
    readonly subscriberId: string
    /** The second of two. */
    readonly updateId: string
  }
  readonly subscriptionId: string
  readonly readerId: string
  readonly maintenance: { readonly windowId: number; readonly id: string; readonly updateId: string }
  readonly incident: { readonly id: string; readonly updateId: string }
  readonly dashboard: { readonly id: number; readonly dashboardId: string }
  readonly dashboardIncident: { readonly id: string; readonly updateId: string }
}

/** How the owner signs in, and a session of theirs. */
interface SeededSignIn {
  readonly email: string
  readonly password: string
  readonly linkToken: string
  readonly sessionId: string
  readonly passkeyId: string
}

interface World {
  readonly app: ReturnType<typeof createApi>
  readonly store: Store
  readonly clock: Clock
}

/** Makes every resource through the API, then lets one check fail and one heartbeat ping. */
export async function seedAccount(world: World): Promise<SeededAccount> {
  const account = await anAccount(world.store, world.clock)
  const call = async (id: OperationId, input: Omit<OperationCall, 'key'> = {}): Promise<Answered> => {
    const answer = await injectOperation(world.app, operations[id], { key: account.key, ...input })
    if (answer.statusCode >= 300) throw new Error(`Seeding by ${id} failed: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const list = async (id: OperationId, input: Omit<OperationCall, 'key'>): Promise<Answered[]> =>
    Object.values(await call(id, input))
  const variableKey = `KEY_${randomId().slice(0, 8)}`
  await call('createVariable', { body: { key: variableKey, value: 'value' } })
  const group = await call('createCheckGroupV2', { body: bodies.group() })
  const badge = await call('enableCheckGroupBadge', { params: { id: Number(group.id) } })
  const checkIds = await createChecks(call)
  const idOf = (slug: string): string => checkIds[slug] ?? ''
  const heartbeat = await call('createHeartbeatCheck', { body: checkBodies['heartbeat'] })
  const member = await call('createUrlCheck', { body: { ...checkBodies['url'], groupId: group.id } })
  const channel = await call('createAlertChannel', {
    body: { ...bodies.channel(), subscriptions: [{ checkId: idOf('tcp'), activated: true }] },
  })
  await call('createCheckTrigger', { params: { checkId: idOf('tcp') } })
  await call('createCheckGroupTrigger', { params: { groupId: Number(group.id) } })
  const location = await call('createPrivateLocation', { body: bodies.privateLocation() })
  const snippet = await call('createSnippet', { body: bodies.snippet() })
  const template = await call('createIncidentTemplate', { body: bodies.incidentTemplate() })
  const report = { name: 'Weekly', frequency: 'WEEKLY', time: '08:00', timeZone: 'Europe/Berlin' }
  const scheduledReport = await call('createScheduledReport', { body: { ...report, recipients: ['ops@mail.example'] } })
  const agents = await seedAgents(world, call)
  const ofOtherTools = await receive(world, call)
  const escalationPolicy = await call('createEscalationPolicy', {
    body: { name: 'On call', steps: [{ afterMinutes: 5, alertChannelIds: [channel.id] }] },
  })
  const objective = await call('createObjective', { body: { name: 'Goal', target: 99, windowDays: 7, tag: 'shop' } })
  const bulkChange = await call('changeChecks', {
    body: { checkIds: [String(member.id)], change: { addTags: ['bulk'] } },
  })
  const apiKey = await call('createApiKey', { body: { name: 'Seeded', role: 'READ_ONLY' } })
  const savedView = await call('saveView', { body: { name: 'Saved', query: '' } })
  await call('createPingKey', { body: {} })
  const certificate = await call('createClientCertificate', { body: bodies.clientCertificate() })
  const memberId = await addMember(world, account.accountId)
  const signIn = await addSignIn(world, account.accountId)
  await ping(world, String(heartbeat.heartbeat?.pingToken))
  const [pings] = await list('listHeartbeatEvents', { params: { checkId: String(heartbeat.id) } })
  const tested = await call('triggerTestSession', { body: bodies.testSession(idOf('tcp')) })
  const dryRun = await call('startDryRun', { query: { maxWaitSeconds: 0 }, body: bodies.dryRun() })
  const drill = await call('startDrill', { params: { id: idOf('tcp') } })
  const run = await failOnce(world, call, idOf('tcp'))
  const [errorGroup] = await list('listErrorGroups', {})
  const errorGroups = await seedErrorGroups(world.store, world.clock.now(), String(errorGroup?.id), {
    accountId: account.accountId,
    call: (id, params) => call(id, { params }),
  })
  const project = { logicalId: `shop-${randomId().slice(0, 8)}`, name: 'Shop' }
  await call('createProjectNext', { body: project })
  const planImport = (type: string): Promise<Answered> =>
    call('createImportPlanNext', {
      params: { projectLogicalId: project.logicalId },
      body: { filters: [{ type: 'exclude' }, { type: 'include', resource: { type } }] },
    })
  const importPlan = await planImport('alert-channel')
  const appliedPlan = await planImport('private-location')
  await call('applyImportPlanNext', { params: { id: String(appliedPlan.id) } })
  const deployed = bodies.project()
  const { id: deploymentId } = await call('deployProject', { body: deployed })
  const deployment = { projectLogicalId: deployed.project.logicalId, deploymentId: String(deploymentId) }
  await call('cancelDeployment', { params: deployment })
  const published = await publish(call)
  const readerId = await inviteReader(call, published.statusPageId)
  const subscriptionId = await subscribe(call, list, published.statusPageId)
  const maintenance = await maintain(call, list)
  return {
    ...account,
    checkIds: { ...checkIds, tcp: idOf('tcp'), url: idOf('url'), api: idOf('api'), heartbeat: String(heartbeat.id) },
    groupId: Number(group.id),
    groupBadgeToken: String(badge.token),
    groupCheckId: String(member.id),
    variableKey,
    channelId: Number(channel.id),
    privateLocationId: String(location.id),
    privateLocationSlug: String(location.slugName),
    privateLocationKeyId: String(location.keys?.[0]?.id),
    snippetId: Number(snippet.id),
    incidentTemplateId: String(template.id),
    escalationPolicyId: String(escalationPolicy.id),
    objectiveId: String(objective.id),
    ...agents,
    scheduledReportId: String(scheduledReport.id),
    ...ofOtherTools,
    bulkChangeId: String(bulkChange.undoId),
    apiKeyId: String(apiKey.id),
    savedViewId: String(savedView.id),
    certificateId: String(certificate.id),
    codeBundleId: await addCodeBundle(world, account.accountId),
    goldenFileKey: await addGoldenFile(world, account.accountId),
    memberId,
    invite: await invite(call),
    signIn,
    eventId: String(pings?.events?.[0]?.id),
    ...run,
    dryRunId: String(dryRun.id),
    drillId: String(drill.id),
    projectLogicalId: project.logicalId,
    deployment,
    importPlanId: String(importPlan.id),
    appliedImportPlanId: String(appliedPlan.id),
    testSessionId: String(tested.testSessionId),
    testSessionResultId: String(tested.results?.[0]?.testSessionResultId),
    errorGroups,
    ...published,
    subscriptionId,
    readerId,
    maintenance,
  }
}

/** An invite to change, and the token of one to accept. */
async function invite(
  call: (id: OperationId, input: Omit<OperationCall, 'key'>) => Promise<Answered>,
): Promise<SeededAccount['invite']> {
  const [changed, accepted] = await Promise.all(
    [1, 2].map(() => call('createInvite', { body: { email: `${randomId()}@mail.example`, role: 'READ_ONLY' } })),
  )
  return { id: String(changed?.id), linkToken: String(accepted?.link).split('#token=')[1] ?? '' }
}

/** One check of each type that is run, by the last part of the path that creates it. */
async function createChecks(
  call: (id: OperationId, input: Omit<OperationCall, 'key'>) => Promise<Answered>,
): Promise<Record<string, string>> {
  const checkIds: Record<string, string> = {}
  for (const { type, routeName } of routedCheckTypes) {
    if (isInboundType(type)) continue
    const { slug } = checkTypes[type]
    checkIds[slug] = String((await call(operationNamed(`create${routeName}Check`), { body: checkBodies[slug] })).id)
  }
  return checkIds
}

/** The fields of answers that seeding reads; each is there in the answers it is read from. */
interface Answered {
  readonly id?: string | number
  readonly undoId?: string
  readonly token?: string
  readonly link?: string
  readonly dashboardId?: string
  readonly keys?: readonly { readonly id: string }[]
  readonly slugName?: string
  readonly heartbeat?: { readonly pingToken?: string }
  readonly events?: readonly { readonly id: string }[]
  readonly testSessionId?: string
  readonly results?: readonly { readonly testSessionResultId: string }[]
  readonly sessions?: readonly { readonly checkSessionId: string }[]
  readonly entries?: readonly { readonly id: string }[]
  readonly incidentUpdates?: readonly { readonly id: string }[]
}

/** A source of alerts of other tools, one that fires, and a silence. */
async function receive(
  { store, clock }: World,
  call: (id: OperationId, input?: Omit<OperationCall, 'key'>) => Promise<Answered>,
): Promise<Pick<SeededAccount, 'alertSourceId' | 'receivedAlertId' | 'alertSilenceId'>> {
  const source = await call('createAlertSource', { body: { name: 'Prometheus' } })
  const event = { fingerprint: 'a1', name: 'Seeded', labels: { alertname: 'Seeded' }, annotations: {}, summary: '' }
  const events = [{ ...event, link: null, isFiring: true, startsAt: null }]
  const message = { token: String(source.token), events, leftOut: 0 }
  await receiveAlerts(store, message, { nowMs: clock.now(), publicUrl: '' })
  const alerts = await call('listReceivedAlerts', {})
  const matchers = [{ name: 'alertname', value: 'Seeded' }]
  const silence = await call('createAlertSilence', { body: { matchers, endsAt: '2099-01-01T00:00:00Z' } })
  return {
    alertSourceId: String(source.id),
    receivedAlertId: String(alerts.entries?.[0]?.id),
    alertSilenceId: String(silence.id),
  }
}

/** A second member: the owner of the account cannot leave it. */
async function addMember({ store, clock }: World, accountId: string): Promise<string> {
  const id = randomId()
  const createdAt = new Date(clock.now())
  await store.db.transaction(async (tx) => {
    await insertUser(tx, { id, name: 'Second member', email: 'second@mail.example', createdAt })
    await insertMembership(tx, { accountId, userId: id, role: 'READ_WRITE', createdAt })
  })
  return id
}

const password = 'correct horse battery'
/** One for all accounts: hashing is slow on purpose. */
let passwordHash: Promise<string> | undefined

async function addSignIn({ store, clock }: World, accountId: string): Promise<SeededSignIn> {
  const [now, email] = [new Date(clock.now()), `${randomId()}@mail.example`]
  const userId = (await findOwner(store.db, accountId)) ?? ''
  const linkToken = await createSignInLink(store, userId, now)
  const visitor = { address: '192.0.2.1', userAgent: 'Browser' }
  const hash = await (passwordHash ??= hashPassword({ password, person: 'seeded' }))
  const { id: sessionId } = await store.db.transaction(async (tx) => {
    await updateUserEmail(tx, userId, { email, isVerified: true })
    await savePassword(tx, { userId, hash, updatedAt: now })
    return openSession(tx, { userId, method: 'LINK', visitor, now })
  })
  const passkeyId = randomId()
  await insertPasskey(store.db, aPasskey(passkeyId, userId))
  return { email, password, linkToken, sessionId, passkeyId }
}

const aPasskey = (id: string, userId: string) => ({
  id,
  userId,
  credentialId: Buffer.from(id),
  publicKey: Buffer.from('a public key'),
  signCount: 0,
  transports: [],
  name: 'Laptop',
  isSynced: false,
  createdAt: new Date(),
  lastUsedAt: null,
})

/** As an upload leaves it; these tests read no bytes. */
async function addContent(tx: Queryable, accountId: string, now: Date) {
  const contentId = randomId()
  const content = { accountId, sizeBytes: 100, sha256: contentId.replaceAll('-', '') }
  await lockArtifactUsage(tx, accountId)
  await reserveContent(tx, { ...content, id: contentId, createdAt: now, pinnedUntil: now })
  await markContentStored(tx, { accountId, id: contentId }, now)
  return { ...content, id: randomId(), createdAt: now, keptUntil: now }
}

async function addCodeBundle({ store, clock }: World, accountId: string): Promise<string> {
  return store.db.transaction(async (tx) => {
    const content = await addContent(tx, accountId, new Date(clock.now()))
    await insertCodeBundle(tx, { ...content, unpackedBytes: 300, fileCount: 2 })
    return content.id
  })
}

async function addGoldenFile({ store, clock }: World, accountId: string): Promise<string> {
  return store.db.transaction(async (tx) => {
    const content = await addContent(tx, accountId, new Date(clock.now()))
    await insertGoldenFile(tx, content)
    return content.id
  })
}

type Call = (id: OperationId, input?: Omit<OperationCall, 'key'>) => Promise<Answered>

async function maintain(call: Call, list: (id: OperationId, input: Omit<OperationCall, 'key'>) => Promise<Answered[]>) {
  const window = await call('createMaintenanceWindow', { body: bodies.maintenanceWindow() })
  const [maintenance] = await list('listMaintenances', { params: { id: Number(window.id) } })
  const params = { id: Number(window.id), maintenanceId: String(maintenance?.id) }
  const update = await call('createMaintenanceUpdate', {
    params,
    body: { status: 'SCHEDULED', description: 'We are going to.' },
  })
  return { windowId: params.id, id: params.maintenanceId, updateId: String(update.id) }
}

async function subscribe(
  call: Call,
  list: (id: OperationId, input: Omit<OperationCall, 'key'>) => Promise<Answered[]>,
  statusPageId: string,
): Promise<string> {
  await call('createSubscriptions', { params: { statusPageId }, body: bodies.subscriptions() })
  const [subscription] = await list('listSubscriptions', { params: { statusPageId } })
  return String(subscription?.id)
}

async function inviteReader(call: Call, statusPageId: string): Promise<string> {
  await call('addStatusPageReaders', { params: { statusPageId }, body: bodies.pageReaders() })
  const { entries } = await call('listStatusPageReaders', { params: { statusPageId } })
  return String(entries?.[0]?.id)
}

async function publish(call: Call) {
  const serviceId = String((await call('createStatusPageService', { body: bodies.service() })).id)
  const page = await call('createStatusPage', { body: bodies.statusPage(serviceId) })
  const incident = await call('createStatusPageIncident', { body: bodies.incident(serviceId) })
  const shown = await call('createDashboard', { body: bodies.dashboard() })
  const dashboard = { id: Number(shown.id), dashboardId: String(shown.dashboardId) }
  const dashboardIncident = await call('createIncident', { body: bodies.dashboardIncident(dashboard.id) })
  return {
    serviceId,
    statusPageId: String(page.id),
    componentPage: await publishComponents(call),
    incident: idsOf(incident),
    dashboard,
    dashboardIncident: idsOf(dashboardIncident),
  }
}

async function publishComponents(call: Call): Promise<SeededAccount['componentPage']> {
  const id = String((await call('createStatusPageV3', { body: bodies.componentPage() })).id)
  const params = { statusPageId: id }
  const group = await call('createStatusPageComponentV3', { params, body: bodies.component(null, 'GROUP') })
  const groupId = String(group.id)
  const component = await call('createStatusPageComponentV3', { params, body: bodies.component(groupId) })
  const componentId = String(component.id)
  const incident = await call('createStatusPageIncidentV3', { params, body: bodies.pageIncident(componentId) })
  const incidentId = String(incident.id)
  const update = await call('createStatusPageIncidentUpdateV3', {
    params: { ...params, incidentId },
    body: bodies.pageUpdate('IDENTIFIED'),
  })
  await call('createStatusPageSubscribersV3', { params, body: bodies.pageSubscribers(componentId) })
  const subscribers = await call('listStatusPageSubscribersV3', { params })
  const subscriberId = String(subscribers.entries?.[0]?.id)
  const rule = await call('createAutomationRuleV3', { params, body: bodies.automationRule(componentId) })
  const ruleId = String(rule.id)
  return { id, groupId, componentId, incidentId, ruleId, subscriberId, updateId: String(update.id) }
}

const idsOf = ({ id, incidentUpdates }: Answered) => ({
  id: String(id),
  updateId: String(incidentUpdates?.[0]?.id),
})

const ping = ({ store, clock }: World, token: string): Promise<boolean> =>
  recordPing(
    store,
    {
      token,
      source: 'HTTPS GET',
      userAgent: 'curl',
      signal: { kind: 'success', exitStatus: 0, runId: null, body: { text: 'done', bytes: 4 } },
    },
    { nowMs: clock.now(), publicUrl: 'http://x' },
  )

async function failOnce(
  { store, clock }: World,
  call: (id: OperationId, input?: Omit<OperationCall, 'key'>) => Promise<Answered>,
  checkId: string,
): Promise<Pick<SeededAccount, 'sessionId' | 'resultId' | 'notificationId' | 'checkAlertId'>> {
  const triggered = await call('triggerCheckSessionsV2', { body: { target: { checkId: [checkId] } } })
  const nowMs = clock.now()
  const tasks = await claimRuns(store, new PreparedChecks(store), {
    queues: ['eu-west-1'],
    limit: 1000,
    runnerId: 'runner',
    leaseMs: minuteMs,
    nowMs,
    publicUrl: 'http://x',
    chance: { randomNumber: () => 1, uuid: randomId },
  })
  await settleRuns(
    store,
    tasks.map((task) => failingReport(task, nowMs)),
    { nowMs, publicUrl: 'http://x', randomNumber: () => 0.5 },
  )
  const results = await call('listCheckResultsV2', { params: { checkId } })
  // Not by the operation, whose few calls the tests need.
  const [notification] = await store.db.rows<{ id: string; checkAlertId: string }>(
    'select id, check_alert_id from notifications where check_id = $1',
    [checkId],
  )
  return {
    notificationId: String(notification?.id),
    checkAlertId: String(notification?.checkAlertId),
    sessionId: String(triggered.sessions?.[0]?.checkSessionId),
    resultId: String(results.entries?.[0]?.id),
  }
}

const failingReport = ({ id, leaseToken }: RunTask, nowMs: number): RunReport => ({
  taskId: id,
  leaseToken,
  observation: {
    startedAt: nowMs,
    stoppedAt: nowMs + 5,
    responseTimeMs: 5,
    answer: null,
    failure: { kind: 'connect', code: 'ECONNREFUSED', message: 'The target refused.', isNetworkError: true },
    log: [],
  },
  verdict: {
    outcome: 'failed',
    reasons: [{ kind: 'failure', outcome: 'failed', message: 'The target refused.' }],
    assertions: [],
    overMaxResponseTime: false,
  },
  detail: {},
  isRunnerError: false,
})
