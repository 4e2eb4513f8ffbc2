import { allows, defaultRateLimit, lowestRole } from '#contract'
import type { FaultCode, OperationRow, RateLimit } from '#contract'
import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import { accessTokenPrefix, isRotationDue, rotateToken } from '#management'
import type { RateDecision, RateLimiter } from '#ratelimit'
import type { AgentGrants, SessionGrants } from '#storage/accounts'
import type { Store } from '#storage/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountHeaders, chooseAccount } from './choose-account.ts'
import { clientAddress } from '../requests/client-address.ts'
import { isCrossSite } from '../requests/cross-site.ts'
import type { KeyUses } from './key-uses.ts'
import { agentCaller, agentOfKey, assertModeAllows } from './agent-access.ts'
import { isInnerCall } from './inner-calls.ts'
import type { AgentDirectory, KeyDirectory, SessionDirectory } from './key-directory.ts'
import type { AuthenticatedKey } from '../request-context.ts'
import { SessionCookie } from './session-cookie.ts'

interface AdmissionOptions {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
  readonly keys: KeyDirectory
  readonly sessions: SessionDirectory
  readonly agents: AgentDirectory
  readonly uses: Pick<KeyUses, 'note'>
  readonly limiter: RateLimiter
  readonly serviceName: string
  readonly defaultLimit?: RateLimit
}

/**
 * Decides from the headers alone whether a request is admitted, before its body is read. Returns synchronously when
 * everything needed is cached, otherwise a promise.
 */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined

/** Browsers have one limit for all operations: a screen makes many small requests. */
const sessionLimit: RateLimit = { requests: 1_200, seconds: 60 }

/**
 * Creates the admission check of each operation: caller, rate limit, account and role. Callers are keys, and browsers
 * with the cookie of a session. Requests with a rejected key, and those of public operations, count against the client's
 * address.
 */
export function createAdmission(options: AdmissionOptions): (operationId: string, row: OperationRow) => Admit {
  const tools = {
    ...options,
    names: accountHeaders(options.serviceName),
    standardLimit: options.defaultLimit ?? defaultRateLimit,
    cookie: new SessionCookie(options.publicUrl),
  }
  return (operationId, row) => {
    const gate = new OperationGate(tools, operationId, row)
    return (request, reply) => gate.admit(request, reply)
  }
}

interface GateTools extends AdmissionOptions {
  readonly names: readonly string[]
  readonly standardLimit: RateLimit
  readonly cookie: SessionCookie
}

/** The admission check of one operation. */
class OperationGate {
  readonly #tools: GateTools
  readonly #row: OperationRow
  readonly #limit: RateLimit
  readonly #suffix: string

  constructor(tools: GateTools, operationId: string, row: OperationRow) {
    this.#tools = tools
    this.#row = row
    this.#limit = row.limit ?? tools.standardLimit
    this.#suffix = row.limit ? `:${operationId}` : ''
  }

  admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    if (this.#row.access === 'public') {
      if (this.#row.ownSiteOnly) this.#assertOwnSite(request)
      return this.#takeForAddress(request, reply)
    }
    const { authorization } = request.headers
    const token = authorization === undefined ? this.#tools.cookie.read(request.headers) : undefined
    if (token !== undefined) return this.#admitSession(request, reply, token)
    const key = bearerKey(authorization)
    if (key === undefined) return this.#reject(request, reply, 'KEY_MISSING')
    return key.startsWith(accessTokenPrefix)
      ? this.#admitAgent(request, reply, key)
      : this.#admitKey(request, reply, key)
  }

  #admitKey(request: FastifyRequest, reply: FastifyReply, key: string): Promise<void> | undefined {
    const { keys, uses, limiter } = this.#tools
    return whenReady(keys.find(key), (found) => {
      if (found === null || found.grants.length === 0) return this.#reject(request, reply, 'KEY_INVALID')
      return whenReady(limiter.take(`key:${found.id}${this.#suffix}`, this.#limit), (rate) => {
        enforceRateLimit(rate, reply)
        uses.note(found.id)
        const agent = agentOfKey(found, this.#row, isInnerCall(request.headers))
        this.#accept(request, { ...found, sessionId: null, agent })
      })
    })
  }

  /** Its token is for the tools alone (RFC 8707), which call operations with it. */
  #admitAgent(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> | undefined {
    const { agents, uses, limiter } = this.#tools
    if (this.#row.takesAgents !== true && !isInnerCall(request.headers))
      return this.#reject(request, reply, 'KEY_INVALID')
    return whenReady(agents.find(token), (found: AgentGrants | null) => {
      if (found === null) return this.#reject(request, reply, 'KEY_INVALID')
      return whenReady(limiter.take(`agent:${found.id}${this.#suffix}`, this.#limit), (rate) => {
        enforceRateLimit(rate, reply)
        uses.note(found.id)
        assertModeAllows(found.mode, this.#row)
        this.#accept(request, agentCaller(found))
      })
    })
  }

  #admitSession(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> | undefined {
    const { sessions, limiter } = this.#tools
    return whenReady(sessions.find(token), (found) => {
      if (found === null || found.grants.length === 0) return this.#reject(request, reply, 'SESSION_INVALID')
      this.#assertOwnSite(request)
      return whenReady(limiter.take(`session:${found.id}`, sessionLimit), (rate) => {
        enforceRateLimit(rate, reply)
        this.#accept(request, { ...found, sessionId: found.id, agent: null })
        return this.#replaceOldToken(reply, found, token)
      })
    })
  }

  #accept(request: FastifyRequest, found: Omit<AuthenticatedKey, 'keyId' | 'chosen'> & { readonly id: string }): void {
    const { names } = this.#tools
    const { id: keyId, userId, sessionId, agent, grants } = found
    const caller = { keyId, userId, sessionId, agent, grants, chosen: chooseAccount(grants, request.headers, names) }
    checkAccess(this.#row, caller, names)
    request.caller = caller
  }

  #replaceOldToken(reply: FastifyReply, session: SessionGrants, token: string): Promise<void> | undefined {
    const { clock, store, cookie } = this.#tools
    const now = new Date(clock.now())
    if (!isRotationDue(session, now)) return undefined
    const replace = async (): Promise<void> => {
      const replacement = await rotateToken(store, session, { token, now })
      if (replacement !== null) void reply.header('set-cookie', cookie.write(replacement))
    }
    return replace()
  }

  #assertOwnSite({ method, headers }: FastifyRequest): void {
    if (isCrossSite(method, headers, this.#tools.publicUrl)) throw new Fault('CROSS_SITE_REQUEST')
  }

  #takeForAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const bucket = `address:${clientAddress(request.ip)}${this.#suffix}`
    return whenReady(this.#tools.limiter.take(bucket, this.#limit), (rate) => enforceRateLimit(rate, reply))
  }

  async #reject(request: FastifyRequest, reply: FastifyReply, code: FaultCode): Promise<never> {
    await this.#takeForAddress(request, reply)
    throw new Fault(code)
  }
}

/**
 * Continues synchronously with a value that is there, which nearly every request finds, and asynchronously with a
 * promised one.
 */
function whenReady<T>(value: T | Promise<T>, proceed: (value: T) => Promise<void> | void): Promise<void> | undefined {
  if (value instanceof Promise) return value.then(proceed)
  return proceed(value) ?? undefined
}

const bearer = /^bearer +([\w.~+/-]{1,256}=*) *$/i

/** RFC 6750 section 2.1. Undefined when the header is missing or has another scheme. */
const bearerKey = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : bearer.exec(header)?.[1]

/** An operation across accounts needs a role in the chosen account, or in any when none is chosen. */
function checkAccess(row: OperationRow, { chosen, grants }: AuthenticatedKey, headers: readonly string[]): void {
  if (chosen === undefined && !row.acrossAccounts) {
    throw new Fault('ACCOUNT_HEADER_MISSING', { values: { header: headers[0] ?? '' } })
  }
  const possible = chosen === undefined ? grants : [chosen]
  if (row.access === 'public' || possible.some(({ role }) => allows(role, row.access))) return
  const values = { needed: lowestRole[row.access], role: possible[0]?.role ?? 'none' }
  throw new Fault('ROLE_TOO_LOW', { values })
}

/**
 * Sets the header fields of draft-ietf-httpapi-ratelimit-headers-07 and, beyond the limit, Retry-After (RFC 9110, 10.2.3).
 * Throws RATE_LIMITED there.
 */
export function enforceRateLimit(
  { isAllowed, limit, remaining, resetSeconds }: RateDecision,
  reply: FastifyReply,
): void {
  reply.header('ratelimit-limit', limit.requests)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', resetSeconds)
  if (isAllowed) return
  reply.header('retry-after', resetSeconds)
  const values = { limit: limit.requests, seconds: limit.seconds, retryAfter: resetSeconds }
  throw new Fault('RATE_LIMITED', { values })
}
