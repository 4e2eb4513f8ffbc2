import { mergePatchType } from '#contract'
import type { AgentMode, PlanTerms, RepositoryGrants, Role, StaticAddresses } from '#contract'
import { invariant } from '#kernel'
import type { ArtifactTools, BlobStore } from '#artifacts'
import type { Clock, Log } from '#kernel'
import type { FetchClientDocument, Visitor } from '#management'
import type { SendToSource } from '#importing'
import type { PageLanguages } from '#page-texts'
import type { FetchFeed, LookUpRecords, RenderDashboard } from '#publishing'
import type { Store } from '#storage/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type {
  AccountGrant,
  AuthenticatedKey,
  CallAsCaller,
  ChannelOutlet,
  InstallationHealth,
  IncidentWriter,
  ServiceHealth,
  RequestContext,
  WritePreview,
  RuntimeStatusOf,
  SignInProvider,
} from '../request-context.ts'
import { innerCallHeader, innerCallValue } from '../authentication/inner-calls.ts'
import { programOf, toolVersionOf } from '../requests/program-of.ts'
import { KnownBrowserCookie, OidcCookie, SessionCookie } from '../authentication/session-cookie.ts'

/** The tools that all requests share. */
export interface RequestEnvironment {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: string
  /** Null where files of runs are only downloaded. */
  readonly artifactsUrl: string | null
  readonly traceUrl: string | null
  readonly serviceName: string
  readonly staticIps: StaticAddresses
  readonly planTerms: PlanTerms
  readonly repositoryGrants: RepositoryGrants | null
  /** The bytes of files of runs; null where none are stored, as in tests of other things. */
  readonly blobs: BlobStore | null
  /** Null where nothing is uploaded, as in tests of other things. */
  readonly artifacts: ArtifactTools | null
  /** Null when the operator has set up none. */
  readonly signInProvider: SignInProvider | null
  /** Null where deliveries are not possible, as in tests of pages. */
  readonly channels: ChannelOutlet | null
  /** Null where no name servers are asked, as in tests of other things. */
  readonly lookUpRecords: LookUpRecords | null
  readonly fetchFeed: FetchFeed
  readonly sendToSource: SendToSource
  readonly fetchClientDocument: FetchClientDocument
  readonly incidentWriter: IncidentWriter | null
  /** Null where no pages are served, as in tests of other things. */
  readonly renderDashboard: RenderDashboard | null
  readonly writePreview: WritePreview | null
  readonly pageLanguages: PageLanguages
  /** Whether the service can send mail. */
  readonly canMail: boolean
  readonly webPushKey: string
  readonly runtimeStatus: RuntimeStatusOf
  readonly installationHealth: InstallationHealth
  /** Null where nobody follows it, as in tests of other things. */
  readonly serviceHealth: (() => Promise<ServiceHealth>) | null
  /** Every signal handed out to a request that still runs; aborted together when the service stops. */
  readonly openSignals: Set<AbortController>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admission check of the operation; null on public ones. */
    caller: AuthenticatedKey | null
    /** Characters of the JSON body, 0 without one. */
    bodyLength: number
  }
}

/** The context of one request. What few handlers need is created lazily. */
export class OpenRequest implements RequestContext {
  readonly #environment: RequestEnvironment
  readonly #caller: AuthenticatedKey | null
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #now: Date | undefined
  #signal: AbortSignal | undefined

  constructor(environment: RequestEnvironment, request: FastifyRequest, reply: FastifyReply) {
    this.#environment = environment
    this.#caller = request.caller
    this.#request = request
    this.#reply = reply
  }

  get accountId(): string {
    return this.#chosen().accountId
  }
  get role(): Role {
    return this.#chosen().role
  }
  get keyId(): string {
    return this.#calling().keyId
  }
  get userId(): string | null {
    return this.#calling().userId
  }
  get sessionId(): string | null {
    return this.#calling().sessionId
  }
  get agentMode(): AgentMode | null {
    return this.#calling().agent?.mode ?? null
  }
  get visitor(): Visitor {
    const { ip, headers } = this.#request
    return { address: ip, userAgent: headers['user-agent'] ?? '' }
  }
  get program(): string {
    return programOf(this.#request.headers)
  }
  get toolVersion(): string | undefined {
    return toolVersionOf(this.#request.headers)
  }
  get sessionToken(): string | undefined {
    return new SessionCookie(this.publicUrl).read(this.#request.headers)
  }
  get knownBrowserToken(): string | undefined {
    return new KnownBrowserCookie(this.publicUrl).read(this.#request.headers)
  }
  get oidcToken(): string | undefined {
    return new OidcCookie(this.publicUrl).read(this.#request.headers)
  }
  get grants(): readonly AccountGrant[] {
    return this.#calling().grants
  }
  get store(): Store {
    return this.#environment.store
  }
  get clock(): Clock {
    return this.#environment.clock
  }
  get now(): Date {
    return (this.#now ??= new Date(this.#environment.clock.now()))
  }
  get log(): Log {
    return this.#environment.log
  }
  get publicUrl(): string {
    return this.#environment.publicUrl
  }
  get traceUrl(): string | null {
    return this.#environment.traceUrl
  }
  get artifactsUrl(): string | null {
    return this.#environment.artifactsUrl
  }
  get serviceName(): string {
    return this.#environment.serviceName
  }
  get staticIps(): StaticAddresses {
    return this.#environment.staticIps
  }
  get planTerms(): PlanTerms {
    return this.#environment.planTerms
  }
  get repositoryGrants(): RepositoryGrants | null {
    return this.#environment.repositoryGrants
  }
  get channels(): ChannelOutlet {
    const { channels } = this.#environment
    invariant(channels !== null, 'a service with these operations has a way out')
    return channels
  }
  get renderDashboard(): RenderDashboard {
    const { renderDashboard } = this.#environment
    invariant(renderDashboard !== null, 'a service with these operations has pages')
    return renderDashboard
  }

  get lookUpRecords(): LookUpRecords {
    const { lookUpRecords } = this.#environment
    invariant(lookUpRecords !== null, 'a service with these operations has name servers')
    return lookUpRecords
  }
  get sendToSource(): SendToSource {
    return this.#environment.sendToSource
  }

  get fetchClientDocument(): FetchClientDocument {
    return this.#environment.fetchClientDocument
  }
  get fetchFeed(): FetchFeed {
    return this.#environment.fetchFeed
  }
  get webPushKey(): string {
    return this.#environment.webPushKey
  }

  get incidentWriter(): IncidentWriter | null {
    return this.#environment.incidentWriter
  }
  get writePreview(): WritePreview {
    const { writePreview } = this.#environment
    invariant(writePreview !== null, 'a service with these operations has pages')
    return writePreview
  }
  get pageLanguages(): PageLanguages {
    return this.#environment.pageLanguages
  }
  get canMail(): boolean {
    return this.#environment.canMail
  }
  get signInProvider(): SignInProvider | null {
    return this.#environment.signInProvider
  }
  get artifacts(): ArtifactTools {
    const { artifacts } = this.#environment
    invariant(artifacts !== null, 'a service with these operations has an artifact store')
    return artifacts
  }
  get runtimeStatus(): RuntimeStatusOf {
    return this.#environment.runtimeStatus
  }
  get installationHealth(): InstallationHealth {
    return this.#environment.installationHealth
  }
  get signal(): AbortSignal {
    return (this.#signal ??= this.#openSignal())
  }

  get callAsCaller(): CallAsCaller {
    return async ({ method, path, body, ifMatch }) => {
      const { headers, ip, server } = this.#request
      const given = ['authorization', 'cookie', 'user-agent'].map((name) => [name, headers[name]])
      const reply = await server.inject({
        method,
        url: path,
        remoteAddress: ip,
        headers: {
          [innerCallHeader]: innerCallValue,
          ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
          'x-service-account': this.accountId,
          'sec-fetch-site': 'same-origin',
          ...(body && { 'content-type': method === 'PATCH' ? mergePatchType : 'application/json' }),
          ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
        },
        ...(body && { payload: JSON.stringify(body) }),
      })
      const { etag } = reply.headers
      return {
        status: reply.statusCode,
        answer: reply.payload === '' ? null : JSON.parse(reply.payload),
        etag: typeof etag === 'string' ? etag : null,
      }
    }
  }

  setSessionCookie(token: string | null): void {
    this.setHeader('set-cookie', new SessionCookie(this.publicUrl).write(token))
  }

  setKnownBrowserCookie(token: string): void {
    this.setHeader('set-cookie', new KnownBrowserCookie(this.publicUrl).write(token))
  }

  setOidcCookie(token: string | null): void {
    this.setHeader('set-cookie', new OidcCookie(this.publicUrl).write(token))
  }

  setHeader(name: string, value: string): void {
    this.#reply.header(name, value)
  }

  #calling(): AuthenticatedKey {
    invariant(this.#caller !== null, 'a public operation has no caller')
    return this.#caller
  }

  #chosen(): AccountGrant {
    const { chosen } = this.#calling()
    invariant(chosen !== undefined, 'an operation across accounts has no account of its own')
    return chosen
  }

  #openSignal(): AbortSignal {
    const controller = new AbortController()
    const { openSignals } = this.#environment
    openSignals.add(controller)
    // An open connection would keep the service from stopping.
    controller.signal.addEventListener('abort', () => void this.#reply.header('connection', 'close'))
    this.#reply.raw.once('close', () => {
      openSignals.delete(controller)
      controller.abort()
    })
    return controller.signal
  }
}
