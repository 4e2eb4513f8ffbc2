import { setUpFirstAccount } from '#management'
import {
  clientAddress,
  createApi,
  handlers,
  SeenAgents,
  WaitingClaims,
  mountPublicRoutes,
  pingHostPath,
  mountTriggerRoutes,
  mountInbound,
  mountWebhookRoutes,
} from '#api'
import type { ApiOptions, SignInProvider } from '#api'
import { createChannelOutlet, plainMailHtml, plainMailText } from '#channels'
import { defaultRateLimit, standsForAll } from '#contract'
import type { StaticAddresses } from '#contract'
import { createEgress, ownAddresses } from '#egress'
import { clientDocumentReader } from './client-documents.ts'
import { Signal, SystemClock } from '#kernel'
import type { Activity, Log, ServiceClock } from '#kernel'
import { ScriptSandbox, createMachineRuntimes, createSight } from '#runner-host'
import { dashboardRenderer, mountPublicPages, PageDomains, prose, writeIncidentPage, writePreview } from '#pages'
import { mountInterface } from '#web-server'
import { createRateLimiter } from '#ratelimit'
import { preparePartitions, readDatabaseClock as readClockOfDatabase } from '#storage/database'
import { startAgentRoutes } from './start/start-agent-routes.ts'
import { artifactTools } from './start/artifact-tools.ts'
import { EventLoopWatch } from './metrics/event-loop-watch.ts'
import { freePort } from './start/free-port.ts'
import { signInProviderOf } from './start/sign-in-provider.ts'
import { sourceAddresses } from './settings/source-addresses.ts'
import { listenProblem } from './start/listen-problem.ts'
import { LoopWatch } from './loops/loop-watch.ts'
import { channelTools } from './start/notifying-tools.ts'
import { feedReader } from './loops/page-feeds.ts'
import { sourceSender } from './source-sender.ts'
import { recordLookup } from './loops/page-domains.ts'
import { artifactsUrlOf } from './settings/artifacts-url.ts'
import { loadPageLanguages } from './start/load-page-languages.ts'
import { ownerToken } from './start/owner-token.ts'
import { ownEndpoints } from './settings/own-endpoints.ts'
import { nameLocations } from './start/name-locations.ts'
import { openStore } from './start/open-store.ts'
import { startScripts } from './start/start-scripts.ts'
import type { Egress, Parts } from './parts.ts'
import { healthOf } from './health/explain-health.ts'
import { healthSources } from './health/health-sources.ts'
import { renderMetrics } from './metrics/metrics-page.ts'
import { ResourceDirectory } from './resource-directory/resource-directory.ts'
import { RunProblems } from './runner/run-problems.ts'
import { createProcessMetrics } from './metrics/self-metrics.ts'
import { ServiceActivity } from './metrics/service-activity.ts'
import type { Settings } from './settings/settings.ts'
import { Timekeeper } from './time/timekeeper.ts'
import { WebInterface } from './start/web-interface.ts'
import { startWorking } from './start-working.ts'

export interface RunningServer {
  readonly url: string
  readonly made: { readonly accountId: string; readonly apiKey: string } | null
  /** With which the owner signs in once; null after the first start, and where there is no interface. */
  readonly signInToken: string | null
  readonly ownerEmail: string | null
  /** Whether this machine stands for every public location under one name. */
  readonly isEveryLocation: boolean
  /** Resolves when nothing is left to do at the present time: loops sleep, and no run or delivery is under way. */
  settled(): Promise<void>
  /** The work in progress, by name, and how much has begun since the start. */
  readonly activity: Pick<Activity, 'ongoing' | 'begun'>
  /** How many agents wait for runs here. */
  waitingClaims(): number
  /** Finishes work in progress and closes everything. */
  stop(): Promise<void>
}

const partitionDaysAhead = 7
const maxConnections = 20

export interface ServerOptions {
  /** Default: that of this machine. */
  readonly clock?: ServiceClock
  /** Default: asks the database. */
  readonly readDatabaseClock?: Parts['readDatabaseClock']
  /** The part of its first sleep that a loop sleeps, from 0 to 1. Default: at random. */
  readonly firstShare?: Parts['firstShare']
}

const defaultOptions = { readDatabaseClock: readClockOfDatabase, firstShare: Math.random }

/** Starts the roles of this process: database, API, ticks, runs and notifications. */
export async function startServer(settings: Settings, log: Log, options: ServerOptions = {}): Promise<RunningServer> {
  const { clock = new SystemClock() } = options
  const failListening = (error: unknown): never => {
    throw listenProblem(error, settings)
  }
  const port = settings.port === 0 ? await freePort(settings.host).catch(failListening) : settings.port
  const opened = await openStore({ settings, log, maxConnections, onlyExisting: false })
  const stopping = new AbortController()
  const artifacts = await artifactTools(settings, { store: opened.store, clock, log }).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  const { signal } = stopping
  const { readDatabaseClock, firstShare } = { ...defaultOptions, ...options }
  const pageLanguages = await loadPageLanguages(settings, log)
  const given = { settings, clock, log, opened, readDatabaseClock, firstShare, port, artifacts, pageLanguages, signal }
  const parts = createParts(given)
  try {
    await parts.timekeeper.start()
    await opened.store.db.transaction((tx) => preparePartitions(tx, parts.clock.now(), partitionDaysAhead))
    await nameLocations(settings, opened.store.db)
    const made = await firstAccount(parts)
    const egress = createEgress({ allowPrivateTargets: settings.allowPrivateTargets }, clock)
    const staticIps = sourceAddresses(settings.staticIps, settings.locations, await ownAddresses())
    const app = createServerApi(parts, egress, {
      staticIps,
      signInProvider: await signInProviderOf(parts),
      traceUrl: settings.traceUrl,
      probe: { targets: settings.probeTargets, modules: settings.probeModules },
    })
    await app.listen({ host: settings.host, port }).catch(failListening)
    void parts.webInterface?.prepare()
    const scripts = startScripts(parts, egress)
    const working = startWorking(parts, egress, scripts)
    return {
      url: parts.publicUrl,
      made,
      signInToken: made && parts.webInterface && (await ownerToken(parts)),
      ownerEmail: settings.ownerEmail,
      isEveryLocation: settings.roles.includes('runner') && standsForAll(settings.locations),
      settled: () => parts.activity.settled(opened.store.db),
      activity: parts.activity,
      waitingClaims: () => parts.waitingClaims.size,
      async stop() {
        stopping.abort()
        await app.close()
        await working
        await scripts?.close()
        parts.eventLoop.stop()
        await opened.close()
      },
    }
  } catch (error) {
    stopping.abort()
    parts.eventLoop.stop()
    await opened.close()
    throw error
  }
}

type GivenParts = Pick<
  Parts,
  | 'settings'
  | 'clock'
  | 'log'
  | 'opened'
  | 'readDatabaseClock'
  | 'firstShare'
  | 'port'
  | 'artifacts'
  | 'pageLanguages'
  | 'signal'
>

function createParts(given: GivenParts): Parts {
  const { settings, clock, log, opened, port, artifacts, signal } = given
  const { db } = opened.store
  const runsEnqueued = new Signal()
  return {
    ...given,
    publicUrl: settings.publicUrl ?? `http://localhost:${port}`,
    metrics: createProcessMetrics(settings.serviceName, clock.standstill, artifacts.health),
    watch: new LoopWatch(clock),
    activity: new ServiceActivity(),
    runProblems: new RunProblems(),
    resourceDirectory: new ResourceDirectory(settings, log),
    timekeeper: timekeeperOf(given),
    sight: createSight(settings, clock),
    eventLoop: new EventLoopWatch(clock),
    runtimes: settings.roles.includes('runner') ? createMachineRuntimes(settings, { clock, log, signal }) : null,
    sandbox: new ScriptSandbox(settings, ownEndpoints(port, settings.databaseUrl), { clock, log }),
    runsEnqueued,
    seenAgents: new SeenAgents(db, clock),
    waitingClaims: new WaitingClaims({ db, clock, log, wake: runsEnqueued }),
    webInterface: WebInterface.of(settings, log),
  }
}

const timekeeperOf = ({ settings, clock, log, opened, readDatabaseClock }: GivenParts): Timekeeper =>
  new Timekeeper({
    store: opened.store,
    clock,
    log,
    readDatabaseClock,
    keepsSchedules: settings.roles.includes('scheduler'),
  })

/** Creates the first account and its key unless they exist; returns them only when the key was generated. */
async function firstAccount({ settings, opened, clock }: Parts): Promise<RunningServer['made']> {
  const { initialAccountId, initialApiKey, ownerEmail } = settings
  const given = {
    ...(initialAccountId !== null && { accountId: initialAccountId }),
    ...(initialApiKey !== null && { apiKey: initialApiKey }),
    ...(ownerEmail !== null && { ownerEmail }),
  }
  const made = await setUpFirstAccount(opened.store, { name: 'Belfry', ...given }, new Date(clock.now()))
  return made.newKey === undefined ? null : { accountId: made.accountId, apiKey: made.newKey }
}

interface Given {
  readonly staticIps: StaticAddresses
  readonly signInProvider: SignInProvider | null
  readonly traceUrl: string | null
  readonly probe: NonNullable<ApiOptions['probe']>
}

/** Shows pages to those who edit them, in their languages. */
const pageWriters = ({ publicUrl, settings, pageLanguages }: Parts): Pick<ApiOptions, PageWriter> => ({
  incidentWriter: {
    page: (event, page) =>
      writeIncidentPage(event, page, { publicUrl, canMail: settings.smtpUrl !== null, languages: pageLanguages }),
    mail: (mail) => ({ text: plainMailText(mail), html: plainMailHtml(mail) }),
    update: (text) => prose(text).toString(),
    postMortem: (text) => prose(text, 'below the second level').toString(),
  },
  writePreview: (store, draft, url) => writePreview(store, draft, url, pageLanguages),
  pageLanguages,
})
type PageWriter = 'incidentWriter' | 'writePreview' | 'pageLanguages'

/** Ways to others that the API takes for those who call it. */
const outwardTools = (parts: Parts, egress: Egress): Pick<ApiOptions, OutwardTool> => ({
  channels: createChannelOutlet({ ...channelTools(parts, egress), clock: parts.clock }),
  lookUpRecords: recordLookup(egress, parts),
  fetchFeed: feedReader(egress, parts),
  sendToSource: sourceSender(egress),
  fetchClientDocument: clientDocumentReader(createEgress({ allowPrivateTargets: false }, parts.clock), parts),
})
type OutwardTool = 'channels' | 'lookUpRecords' | 'fetchFeed' | 'sendToSource' | 'fetchClientDocument'

function createServerApi(parts: Parts, egress: Egress, given: Given) {
  const { settings, opened, clock, log, metrics, publicUrl, runtimes } = parts
  const { installationHealth, serviceHealth } = healthOf(healthSources(parts), opened.store.db)
  const domains = new PageDomains(opened.store, clock, publicUrl)
  const { pingPrefix } = settings
  const ofPingHost = pingHostPath({ hosts: settings.pingHosts, prefix: pingPrefix })
  return createApi({
    store: opened.store,
    clock,
    log,
    serviceName: settings.serviceName,
    publicUrl,
    artifactsUrl: artifactsUrlOf(settings.artifactsUrl, publicUrl),
    handlers,
    trustedProxyHops: settings.trustedProxyHops,
    defaultLimit: { ...defaultRateLimit, requests: settings.requestLimit },
    ...given,
    planTerms: { ...settings.plan, allowances: settings.entitlements },
    repositoryGrants: settings.githubRepositories,
    blobs: parts.artifacts.blobs,
    artifacts: parts.artifacts,
    ...(runtimes && { runtimeStatus: (id) => runtimes.status(id) }),
    installationHealth,
    serviceHealth,
    ...outwardTools(parts, egress),
    renderDashboard: dashboardRenderer({ store: opened.store, clock, publicUrl }),
    ...pageWriters(parts),
    canMail: settings.smtpUrl !== null,
    webPushKey: opened.webPushKeys.publicKey,
    hasHome: parts.webInterface !== null,
    extraRoutes: (app, limitTo, faultOf) => {
      const { store } = opened
      const { webInterface } = parts
      if (webInterface !== null) mountInterface(app, { state: () => webInterface.state, publicUrl, limitTo })
      const { serviceName } = settings
      const metricsPage = () => renderMetrics(metrics, { db: store.db, clock, serviceName })
      const { entitlements: allowances } = settings
      mountPublicRoutes(app, { store, clock, publicUrl, pingPrefix, allowances, health: serviceHealth, metricsPage })
      mountTriggerRoutes(app, { store, clock, limiter: createRateLimiter(store.db, clock, log), limitTo })
      const { githubWebhookSecret: githubSecret, githubToken, githubRepositories: repositoryGrants } = settings
      const github = { githubSecret, canSetStatus: githubToken !== null, repositoryGrants }
      mountWebhookRoutes(app, { store, clock, publicUrl, serviceName, ...github, limitTo })
      mountInbound(app, { store, clock, publicUrl, serviceName })
      startAgentRoutes(app, parts)
      const shared = {
        store,
        clock,
        publicUrl,
        domains,
        languages: parts.pageLanguages,
        hasInterface: webInterface !== null,
      }
      const webPushKey = opened.webPushKeys.publicKey
      const pages = { ...shared, canMail: settings.smtpUrl !== null, webPushKey, clientAddress, allowances }
      mountPublicPages(app, { ...pages, limitTo, faultOf })
    },
    rewriteUrl: (request) => ofPingHost(request) ?? domains.rewriteUrl(request),
  })
}
