import { bodyLimits, operations as allOperations, selfHosted } from '#contract'
import type { Handlers, OperationRow, PlanTerms, RateLimit, RepositoryGrants, StaticAddresses } from '#contract'
import type { ArtifactTools, BlobStore } from '#artifacts'
import { Fault } from '#kernel'
import type { SendToSource } from '#importing'
import { builtInLanguages } from '#page-texts'
import type { PageLanguages } from '#page-texts'
import type { FetchClientDocument } from '#management'
import type { FetchFeed, LookUpRecords, RenderDashboard } from '#publishing'
import type { Clock, Log } from '#kernel'
import { createRateLimiter } from '#ratelimit'
import type { Store } from '#storage/database'
import { fastify } from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { createAdmission } from './authentication/admission.ts'
import { addBodyParsers } from './requests/body-parser.ts'
import { mountArtifacts } from './artifacts-origin/mount-artifacts.ts'
import { createOriginGuard } from './artifacts-origin/origin-guard.ts'
import { closeIdleConnections, connectionLimits, timeoutOptions } from './requests/connection-limits.ts'
import type { ConnectionLimits } from './requests/connection-limits.ts'
import { servedOperations } from './drop-in.ts'
import { isLiveUpgrade, mountLive } from './live/mount-live.ts'
import { deploymentEventOperations, mountDeploymentEvents } from './events/mount-deployment-events.ts'
import { eventOperations, mountEvents } from './events/mount-events.ts'
import { createFaultOf, sendFault } from './answers/error-reply.ts'
import type { FaultOf } from './answers/error-reply.ts'
import { hostProblem } from './requests/host-rule.ts'
import { KeyUses } from './authentication/key-uses.ts'
import { createAgentDirectory, createKeyDirectory, createSessionDirectory } from './authentication/key-directory.ts'
import { gate, mountOperations } from './operations/mount-operations.ts'
import type { AnyHandler, OperationTable } from './operations/mount-operations.ts'
import { openApiDocument } from './openapi/openapi-document.ts'
import type { RequestEnvironment } from './operations/open-request.ts'
import { parseQueryString } from './requests/query-string.ts'
import { mountDownloads } from './operations/mount-downloads.ts'
import { mountMcp } from './mcp/mount-mcp.ts'
import { mountOauth } from './oauth/mount-oauth.ts'
import { mountProbe } from './routes/mount-probe.ts'
import type { ProbeSettings } from './routes/mount-probe.ts'
import { mountPrometheus } from './routes/mount-prometheus.ts'
import { mountReference } from './reference/mount-reference.ts'
import type {
  ChannelOutlet,
  IncidentWriter,
  RequestContext,
  WritePreview,
  InstallationHealth,
  RuntimeStatusOf,
  SignInProvider,
} from './request-context.ts'
import { addUnreadBodyHooks } from './requests/unread-body.ts'
import { createMethodFinder } from './requests/method-finder.ts'

/** Creates the hook that counts requests of one address under a name, and rejects those above the limit. */
export type LimitTo = (name: string, limit: RateLimit) => onRequestHookHandler

type RawRequest = FastifyRequest['raw']

export interface ApiOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Names the account header besides the neutral one. */
  readonly serviceName: string
  /** Where clients reach the service, without a trailing slash. */
  readonly publicUrl: string
  /** Where browsers open files of runs, without a trailing slash; another host name. Default: nowhere. */
  readonly artifactsUrl?: string | null
  /** Where traces are shown, with `{traceId}` in it. Default: nowhere. */
  readonly traceUrl?: string | null
  readonly handlers: Handlers<RequestContext> | Readonly<Record<string, AnyHandler>>
  /** Default: every operation of the contract. */
  readonly operations?: OperationTable
  /**
   * Routes that are no operations, for example `/health` and `/ping/:token`. They authenticate and limit requests
   * themselves.
   */
  readonly extraRoutes?: (app: FastifyInstance, limitTo: LimitTo, faultOf: FaultOf) => void
  /** Rewrites the path of a request, for example to that of the page its domain belongs to. */
  readonly rewriteUrl?: (request: RawRequest) => string
  /** How many proxies before the service add to `x-forwarded-for`. Default 0: the header is ignored. */
  readonly trustedProxyHops?: number
  /** Addresses checks come from. Default: none. */
  readonly staticIps?: StaticAddresses
  /** Default: everything, without a limit. */
  readonly planTerms?: PlanTerms
  /** Which accounts may use which repositories. Default: the first account may use every one. */
  readonly repositoryGrants?: RepositoryGrants | null
  /** Default: none; no operation needs it. */
  readonly channels?: ChannelOutlet
  /** Default: none; no other operation needs it. */
  readonly lookUpRecords?: LookUpRecords
  /** Default: no page of a provider can be reached. */
  readonly fetchFeed?: FetchFeed
  /** Default: no API of another tool can be reached. */
  readonly sendToSource?: SendToSource
  /** Reads how programs describe themselves. Default: no description can be read. */
  readonly fetchClientDocument?: FetchClientDocument
  /** Default: none; updates of incidents have no preview. */
  readonly incidentWriter?: IncidentWriter
  /** Default: none; no other operation needs it. */
  readonly renderDashboard?: RenderDashboard
  readonly writePreview?: WritePreview
  /** Default: those of the product. */
  readonly pageLanguages?: PageLanguages
  /** Whether the service can send mail. Default: it cannot. */
  readonly canMail?: boolean
  /** The key for which browsers subscribe to notifications, in base64url. Default: none. */
  readonly webPushKey?: string
  /** Default: none, so that nobody signs in there. */
  readonly signInProvider?: SignInProvider | null
  /** The bytes of files of runs. Default: none, so that their downloads are answered 404. */
  readonly blobs?: BlobStore
  /** Stores what is uploaded. Default: none; no other operation needs it. */
  readonly artifacts?: ArtifactTools
  /** Default: nothing is known of runtimes. */
  readonly runtimeStatus?: RuntimeStatusOf
  /** Default: nothing is known of the installation. */
  readonly installationHealth?: InstallationHealth
  readonly serviceHealth?: RequestEnvironment['serviceHealth']
  /** For operations without a separate limit. Default: that of the contract. */
  readonly defaultLimit?: RateLimit
  /** Default: `/probe` runs nothing, and answers stored results. */
  readonly probe?: ProbeSettings
  /** Whether `/` is left to other routes; otherwise it leads to the reference of the API. */
  readonly hasHome?: boolean
  /** How long clients may take. Default: `connectionLimits`. */
  readonly connectionLimits?: ConnectionLimits
}

const maxParameterLength = 1024
const maxPathLength = 2048

/** For services that are less than a whole installation, as in tests. */
const defaults = {
  artifactsUrl: null,
  traceUrl: null,
  staticIps: {},
  planTerms: selfHosted,
  repositoryGrants: null,
  signInProvider: null,
  channels: null,
  lookUpRecords: null,
  fetchFeed: async () => ({ problem: 'UNREACHABLE' as const }),
  sendToSource: async () => ({ problem: 'This service sends no requests.' }),
  fetchClientDocument: async () => ({ problem: 'descriptions are not read here' }),
  incidentWriter: null,
  renderDashboard: null,
  writePreview: null,
  pageLanguages: builtInLanguages,
  canMail: false,
  webPushKey: '',
  blobs: null,
  artifacts: null,
  runtimeStatus: () => null,
  installationHealth: async () => [],
  serviceHealth: null,
}

/**
 * The HTTP API: a route for every row of the operations table, and its documents. The caller listens and closes; a
 * request that matches no route is answered 404, or 405 when the path exists for another method.
 */
export function createApi(options: ApiOptions): FastifyInstance {
  const operations = servedOperations(options.operations ?? allOperations, options.serviceName)
  const environment: RequestEnvironment = { ...defaults, ...options, openSignals: new Set() }
  const faultOf = createFaultOf(options.log, options.clock)
  const app = createServer(options, faultOf)
  const keys = createKeyDirectory(options.store.db, options.clock, options.log)
  const sessions = createSessionDirectory(options.store, options.clock, options.log)
  const agents = createAgentDirectory(options.store.db, options.clock, options.log)
  const uses = new KeyUses({ ...options, db: options.store.db })
  const limiter = createRateLimiter(options.store.db, options.clock, options.log)

  app.addHook('onReady', async () => {
    keys.start()
    sessions.start()
    agents.start()
  })
  app.addHook('preClose', async () => {
    for (const controller of environment.openSignals) controller.abort()
  })
  app.addHook(
    'onClose',
    async () => void (await Promise.all([keys.stop(), sessions.stop(), agents.stop(), uses.stop()])),
  )

  const admission = createAdmission({ ...options, keys, sessions, agents, uses, limiter })
  mountOperations(app, { operations, handlers: options.handlers, environment, admission })
  mountPrometheus(app, environment, admission)
  mountMcp(app, environment, { admission, hasOauth: options.hasHome ?? false })
  if (options.hasHome) mountOauth(app, environment, admission)
  mountProbe(app, environment, admission, options.probe)
  mountDownloads(app, environment, admission)
  mountArtifacts(app, environment, admission)
  mountEvents(app, environment, admission)
  mountLive(app, environment, { keys, uses, limiter, trustedProxyHops: options.trustedProxyHops ?? 0 })
  mountDeploymentEvents(app, environment, admission)
  const described = { ...operations, ...eventOperations, ...deploymentEventOperations }
  mountReference(app, () => openApiDocument({ ...options, operations: described }), options.hasHome ?? false)
  const limitTo: LimitTo = (name, limit) => gate(admission(name, { ...addressRow, limit }))
  options.extraRoutes?.(app, limitTo, faultOf)
  return app
}

/** The admission check of routes that are no operations. */
const addressRow: OperationRow = {
  method: 'GET',
  path: '/',
  tag: 'Pages',
  summary: 'Look at a page',
  access: 'public',
  success: { status: 200 },
  faults: [],
}

function createServer(options: ApiOptions, faultOf: FaultOf): FastifyInstance {
  const { rewriteUrl, trustedProxyHops = 0, connectionLimits: limits = connectionLimits } = options
  const methodsOf = createMethodFinder()
  const timeouts = timeoutOptions(limits)
  const isAtItsOrigin = createOriginGuard(options.artifactsUrl ?? null)
  const app = fastify({
    logger: false,
    bodyLimit: bodyLimits.standard,
    ...timeouts,
    // Pings count without a host; `hostProblem` finds all others.
    http: { ...timeouts.http, requireHostHeader: false, shouldUpgradeCallback: isLiveUpgrade },
    ...(rewriteUrl && { rewriteUrl }),
    trustProxy: trustedProxyHops > 0 ? (_address, hop) => hop < trustedProxyHops : false,
    frameworkErrors: (error, request, reply) => void sendFault(reply, faultOf(error, request)),
    routerOptions: { maxParamLength: maxParameterLength, querystringParser: parseQueryString },
  })
  const closeIdle = closeIdleConnections(app.server, limits)
  app.addHook('preClose', async () => closeIdle())
  app.decorateRequest('caller', null)
  app.decorateRequest('bodyLength', 0)
  addBodyParsers(app)
  addUnreadBodyHooks(app)
  app.addHook('onRoute', (route) => methodsOf.add(route.url, route.method))
  const replyNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0]?.slice(0, maxPathLength) ?? ''
    const allowed = request.is404 ? methodsOf.find(path).join(', ') : ''
    const values = { method: request.method, path, allowed }
    if (allowed === '') return sendFault(reply, new Fault('ROUTE_NOT_FOUND', { values }))
    return sendFault(reply.header('allow', allowed), new Fault('METHOD_NOT_ALLOWED', { values }))
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    // The body of a request without a route is not read.
    const problem = hostProblem(request)
    if (problem === 'several') done(new Fault('HOST_REPEATED'))
    else if (problem === 'none') void reply.code(400).header('connection', 'close').send()
    else if (request.is404 || !isAtItsOrigin(request)) replyNotFound(request, reply)
    else done()
  })
  app.setErrorHandler((error, request, reply) => sendFault(reply, faultOf(error, request)))
  app.setNotFoundHandler(replyNotFound)
  return app
}
