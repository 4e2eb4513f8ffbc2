import type {
  AgentMode,
  Delivery,
  HealthFindingResource,
  OutgoingMessage,
  PlainMail,
  PlanTerms,
  RenderedDelivery,
  RepositoryGrants,
  Role,
  RuntimeId,
  RuntimeResource,
  StaticAddresses,
  ThemeColors,
} from '#contract'
import type { ArtifactTools } from '#artifacts'
import type { Clock, Log } from '#kernel'
import type { SendToSource } from '#importing'
import type { IdentityProvider } from '#identity'
import type { FetchClientDocument, OidcTerms, Visitor } from '#management'
import type { PageLanguages } from '#page-texts'
import type { DraftPage, FetchFeed, LookUpRecords, PublicIncident, PublicPage, RenderDashboard } from '#publishing'
import type { Store } from '#storage/database'

export interface AccountGrant {
  readonly accountId: string
  readonly role: Role
}

/** A program for models. */
export interface AgentCaller {
  /** For whom it acts; null for the key of an agent. */
  readonly userId: string | null
  /** The name of its key, where it has one. */
  readonly clientName: string
  readonly mode: AgentMode
}

/** Who calls: a key or the session of a browser, the accounts it works for, and the one this call is about. */
export interface AuthenticatedKey {
  /** The id of the key, of the session, or of the connection of an agent. */
  readonly keyId: string
  /** Null for service keys and agents. */
  readonly userId: string | null
  /** Null for keys and agents. */
  readonly sessionId: string | null
  /** Null for all others. */
  readonly agent: AgentCaller | null
  readonly grants: readonly AccountGrant[]
  /** Undefined only for operations that work across accounts, when the key has several and none was chosen. */
  readonly chosen: AccountGrant | undefined
}

/** Sends messages to alert channels, for tests and previews. */
export interface ChannelOutlet {
  /** One attempt. Never throws for network or receiver errors. */
  deliver(message: OutgoingMessage, signal: AbortSignal): Promise<Delivery>
  /** The request that an attempt would send, credentials masked. */
  render(message: OutgoingMessage): Promise<RenderedDelivery>
}

/** The identity provider that the operator has set up. */
export interface SignInProvider {
  /** Its display name. */
  readonly name: string
  readonly identities: IdentityProvider
  readonly terms: OidcTerms
}

/** Whether the machine has a runtime; null where no checks run. */
export type RuntimeStatusOf = (id: RuntimeId) => Readonly<NonNullable<RuntimeResource['installation']>> | null

/** The finding of one health check of the installation. */
export interface InstallationFinding extends Pick<
  HealthFindingResource,
  'name' | 'state' | 'message' | 'messages' | 'details' | 'meaning' | 'advice'
> {
  /** Whether the message names what belongs to any account or to the operator. The details always may. */
  readonly namesResources: boolean
}

/** The public state of the service, with reasons. */
export interface ServiceHealth {
  readonly status: 'ok' | 'degraded' | 'failing'
  readonly reasons: readonly string[]
}

/** Writes what readers of status pages and their subscribers see, or would see of an update that is not posted. */
export interface IncidentWriter {
  /** The document of the page of the incident. */
  page(event: PublicIncident, page: PublicPage): string
  mail(mail: PlainMail): { readonly text: string; readonly html: string }
  /** Safe HTML of Markdown. */
  update(text: string): string
  postMortem(text: string): string
}

/** A call of an operation by its path, and what was answered. */
export type CallAsCaller = (call: {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** The entity tag that the resource must still have. */
  readonly ifMatch?: string | null
}) => Promise<{ readonly status: number; readonly answer: unknown; readonly etag: string | null }>

/** Writes the document of a status page that is not published, with its colours; `publicUrl` has no trailing slash. */
export type WritePreview = (
  store: Store,
  draft: DraftPage,
  publicUrl: string,
) => Promise<{ readonly html: string; readonly themeColors: ThemeColors }>

export type InstallationHealth = () => Promise<readonly InstallationFinding[]>

/**
 * The context of a handler besides its input. On a public operation there is no caller: reading the account, role or key
 * there is a bug and throws.
 */
export interface RequestContext {
  readonly accountId: string
  readonly role: Role
  /** The id of the key, or of the session. */
  readonly keyId: string
  /** Null for service keys. */
  readonly userId: string | null
  /** Null for keys. */
  readonly sessionId: string | null
  /** Null for callers that are no agents. */
  readonly agentMode: AgentMode | null
  /** Where the request comes from; also on public operations. */
  readonly visitor: Visitor
  /** The user agent, behind what the tool says of itself and of its pipeline. */
  readonly program: string
  /** The version that the command line tool says it has; undefined for other programs. */
  readonly toolVersion: string | undefined
  /** The token in the session cookie, whether or not it is valid; also on public operations. */
  readonly sessionToken: string | undefined
  /** The same of the cookie that `setKnownBrowserCookie` sets. */
  readonly knownBrowserToken: string | undefined
  /** The same of the cookie that `setOidcCookie` sets. */
  readonly oidcToken: string | undefined
  /** Every account the key works for. */
  readonly grants: readonly AccountGrant[]
  readonly store: Store
  readonly clock: Clock
  /** Calls another operation as the caller of this one, with its own admission, validation and record in the audit log. */
  readonly callAsCaller: CallAsCaller
  /** The time at which the handler was called; the same throughout the request. */
  readonly now: Date
  readonly log: Log
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** Where browsers open files of runs, without a trailing slash; null where these are only downloaded. */
  readonly artifactsUrl: string | null
  /** Where traces are shown, with `{traceId}` in it; null for nowhere. */
  readonly traceUrl: string | null
  readonly serviceName: string
  /** Addresses that checks run from, as configured by the operator. */
  readonly staticIps: StaticAddresses
  readonly planTerms: PlanTerms
  /** Null: the first account may use every repository, and no other any. */
  readonly repositoryGrants: RepositoryGrants | null
  /** Null when the operator has set up none. */
  readonly signInProvider: SignInProvider | null
  readonly channels: ChannelOutlet
  readonly lookUpRecords: LookUpRecords
  readonly fetchFeed: FetchFeed
  readonly sendToSource: SendToSource
  readonly fetchClientDocument: FetchClientDocument
  /** Null where nothing is published, as in tests of other things. */
  readonly incidentWriter: IncidentWriter | null
  readonly renderDashboard: RenderDashboard
  readonly writePreview: WritePreview
  /** The languages of status pages. */
  readonly pageLanguages: PageLanguages
  /** Whether the service can send mail. */
  readonly canMail: boolean
  /** The key for which browsers subscribe to notifications, in base64url. */
  readonly webPushKey: string
  readonly runtimeStatus: RuntimeStatusOf
  readonly installationHealth: InstallationHealth
  /** Stores files. */
  readonly artifacts: ArtifactTools
  /** Aborted when the client goes away or the service stops. */
  readonly signal: AbortSignal
  /** Sets the session cookie; null removes it. */
  setSessionCookie(token: string | null): void
  /** Sets the cookie of a browser in which somebody with a password has signed in. */
  setKnownBrowserCookie(token: string): void
  /** Sets the cookie of a browser that is at the identity provider; null removes it. */
  setOidcCookie(token: string | null): void
  /** Sets a response header. With an `etag`, a matching `if-none-match` is answered 304 automatically. */
  setHeader(name: string, value: string): void
}
