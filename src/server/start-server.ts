import { setUpFirstAccount } from '#management'
import { clientAddress, createApi, handlers } from '#api'
import type { SignInProvider } from '#api'
import { createChannelOutlet } from '#channels'
import { defaultRateLimit, standsForAll } from '#contract'
import type { StaticAddresses } from '#contract'
import { createEgress, ownAddresses } from '#egress'
import { SystemClock } from '#kernel'
import type { Activity, Log, ServiceClock } from '#kernel'
import { ScriptSandbox, createMachineRuntimes } from '#machine'
import type { MachineScripts } from '#machine'
import { mountPublicPages, PageDomains } from '#pages'
import { mountInterface } from '#interface'
import { createRateLimiter } from '#ratelimit'
import { preparePartitions, readDatabaseClock as readClockOfDatabase } from '#storage'
import { startAgentRoutes } from './agents/start-agent-routes.ts'
import { SeenAgents } from './agents/seen-agents.ts'
import { WaitingClaims } from './agents/waiting-claims.ts'
import { artifactTools } from './artifact-tools.ts'
import { createBuiltInRunner } from './built-in-runner.ts'
import { EventLoopWatch } from './event-loop-watch.ts'
import { explorePromptWith } from './explore-prompt-with.ts'
import { freePort } from './free-port.ts'
import { signInProviderOf } from './sign-in-provider.ts'
import { sourceAddresses } from './source-addresses.ts'
import { listenProblem } from './listen-problem.ts'
import { LoopWatch } from './loop-watch.ts'
import { analystLoop } from './loops/analyst.ts'
import { artifactLoop } from './loops/artifacts.ts'
import { drillLoop } from './loops/drills.ts'
import { fallbackLoop } from './loops/fallbacks.ts'
import { notifierLoop } from './loops/notifier.ts'
import { linkMailerLoop } from './loops/link-mailer.ts'
import { locationMailerLoop } from './loops/location-mailer.ts'
import { runLoop, Signal } from './loops/run-loop.ts'
import type { Loop } from './loops/run-loop.ts'
import { runnerProblemsLoop } from './loops/runner-problems.ts'
import { schedulerLoops } from './loops/scheduler.ts'
import { subscriberMailerLoop } from './loops/subscriber-mailer.ts'
import {
  analystTools,
  channelTools,
  commitStatusLoops,
  notifierTools,
  subscriberMailerTools,
} from './notifying-tools.ts'
import { artifactsUrlOf } from './artifacts-url.ts'
import { ownerToken } from './owner-token.ts'
import { ownEndpoints } from './own-endpoints.ts'
import { nameLocations } from './name-locations.ts'
import { openStore } from './open-store.ts'

import { startScripts } from './start-scripts.ts'
import type { Egress, Parts } from './parts.ts'
import { healthOf } from './health/explain-health.ts'
import { healthSources } from './health-sources.ts'
import { mountPublicRoutes } from './public-routes.ts'
import { RunProblems } from './run-problems.ts'
import { createProcessMetrics } from './self-metrics.ts'
import { ServiceActivity } from './service-activity.ts'
import type { Settings } from './settings.ts'
import { Timekeeper } from './time/timekeeper.ts'
import { mountTriggerRoutes } from './trigger-routes.ts'
import { WebInterface } from './web-interface.ts'
import { mountWebhookRoutes } from './webhook-routes.ts'

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
}

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
  const { readDatabaseClock = readClockOfDatabase } = options
  const parts = createParts({ settings, clock, log, opened, readDatabaseClock, port, artifacts, signal })
  try {
    await parts.timekeeper.start()
    await opened.store.db.transaction((tx) => preparePartitions(tx, parts.clock.now(), partitionDaysAhead))
    await nameLocations(settings, opened.store.db)
    const made = await firstAccount(parts)
    const egress = createEgress({ allowPrivateTargets: settings.allowPrivateTargets }, clock)
    const staticIps = sourceAddresses(settings.staticIps, settings.locations, await ownAddresses())
    const app = createServerApi(parts, egress, { staticIps, signInProvider: await signInProviderOf(parts) })
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
  'settings' | 'clock' | 'log' | 'opened' | 'readDatabaseClock' | 'port' | 'artifacts' | 'signal'
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
    timekeeper: timekeeperOf(given),
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
}

function createServerApi(parts: Parts, egress: Egress, given: Given) {
  const { settings, opened, clock, log, metrics, publicUrl, runtimes } = parts
  const health = healthSources(parts)
  const domains = new PageDomains(opened.store, clock, publicUrl)
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
    ...healthOf(health, opened.store.db),
    channels: createChannelOutlet({ ...channelTools(parts, egress), clock }),
    canMail: settings.smtpUrl !== null,
    hasHome: parts.webInterface !== null,
    extraRoutes: (app, limitTo, faultOf) => {
      const { store } = opened
      const { webInterface } = parts
      if (webInterface !== null) mountInterface(app, { state: () => webInterface.state, publicUrl, limitTo })
      const { serviceName } = settings
      mountPublicRoutes(app, { store, metrics, serviceName, publicUrl, ...health })
      mountTriggerRoutes(app, { store, clock, limiter: createRateLimiter(store.db, clock, log), limitTo })
      const { githubWebhookSecret: githubSecret, githubToken, githubRepositories: repositoryGrants } = settings
      const github = { githubSecret, canSetStatus: githubToken !== null, repositoryGrants }
      mountWebhookRoutes(app, { store, clock, publicUrl, serviceName, ...github, limitTo })
      startAgentRoutes(app, parts)
      const canMail = settings.smtpUrl !== null
      const shared = { store, clock, publicUrl, domains, hasInterface: webInterface !== null }
      const pages = { ...shared, canMail, clientAddress, allowances: settings.entitlements }
      mountPublicPages(app, { ...pages, limitTo, faultOf })
    },
    rewriteUrl: domains.rewriteUrl,
  })
}

/** Runs the loops of this process's roles until the stop; resolves when all have ended. */
async function startWorking(parts: Parts, egress: Egress, scripts: MachineScripts | null): Promise<void> {
  const { settings, opened, clock, log, metrics, watch, activity, signal } = parts
  const { store } = opened
  const does = (role: Settings['roles'][number]): boolean => settings.roles.includes(role)
  const wakeUps = {
    run_tasks: parts.runsEnqueued,
    schedules: new Signal(),
    notifications: new Signal(),
    drills: new Signal(),
    root_cause_analyses: new Signal(),
    subscriber_mails: new Signal(),
    location_mails: new Signal(),
    link_mails: new Signal(),
  }
  const unlisten = await Promise.all(
    Object.entries(wakeUps).map(([channel, wake]) => store.db.listen(channel, () => wake.notify())),
  )
  const loops: (readonly [Loop, Signal])[] = [[parts.timekeeper.loop, new Signal()]]
  if (does('api')) loops.push([parts.seenAgents.loop, new Signal()])
  if (does('scheduler')) {
    const { retentionDays, rollupRetentionDays } = settings
    const tools = { ...parts, store, publicUrl: parts.publicUrl, retentionDays, rollupRetentionDays }
    loops.push(...schedulerLoops(tools).map((loop) => [loop, wakeUps.schedules] as const))
    loops.push([artifactLoop(parts.artifacts, settings.retentionDays), new Signal()])
  }
  if (does('notifier')) {
    loops.push([notifierLoop(notifierTools(parts, egress)), wakeUps.notifications])
    loops.push([drillLoop(notifierTools(parts, egress)), wakeUps.drills])
    loops.push([fallbackLoop(notifierTools(parts, egress)), new Signal()])
    loops.push([analystLoop(analystTools(parts)), wakeUps.root_cause_analyses])
    loops.push(...commitStatusLoops(parts).map((loop) => [loop, wakeUps.notifications] as const))
    loops.push([subscriberMailerLoop(subscriberMailerTools(parts)), wakeUps.subscriber_mails])
    loops.push([locationMailerLoop(subscriberMailerTools(parts)), wakeUps.location_mails])
    loops.push([linkMailerLoop(subscriberMailerTools(parts)), wakeUps.link_mails])
  }
  const { runtimes } = parts
  if (runtimes !== null && scripts !== null) {
    const hasModel = 'explorePrompt' in explorePromptWith(settings, clock)
    loops.push([runnerProblemsLoop({ ...scripts, store, clock, runtimes, hasModel }), new Signal()])
  }
  for (const [loop] of loops) watch.started(loop.name)
  await Promise.all([
    clock.standstill.run(clock, signal),
    ...loops.map(([loop, wake]) =>
      runLoop(loop, { clock, log, watch, activity, metrics, signal, wake, firstShare: Math.random() }),
    ),
    ...(does('runner') ? [createBuiltInRunner(parts, egress, { wake: wakeUps.run_tasks, scripts }).run(signal)] : []),
    parts.runtimes?.keepInstalled(settings.runtimes ?? []),
  ])
  await Promise.all(unlisten.map((end) => end()))
  metrics.registry.clear()
}
