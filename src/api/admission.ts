import { allows, defaultRateLimit, lowestRole } from '#contract'
import type { FaultCode, OperationRow, RateLimit } from '#contract'
import { Fault } from '#kernel'
import type { RateDecision, RateLimiter } from '#ratelimit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountHeaders, chooseAccount } from './choose-account.ts'
import { clientAddress } from './client-address.ts'
import type { KeyDirectory } from './key-directory.ts'
import type { AuthenticatedKey } from './request-context.ts'

interface AdmissionOptions {
  readonly keys: KeyDirectory
  readonly limiter: RateLimiter
  readonly serviceName: string
  readonly defaultLimit?: RateLimit
}

/**
 * Decides from the headers alone whether a request is admitted, before its body is read. Returns synchronously when
 * everything needed is cached, otherwise a promise.
 */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined

/**
 * Creates the admission check of each operation: caller, rate limit, account and role. Requests with a rejected key,
 * and those of public operations, count against the client's address.
 */
export function createAdmission(options: AdmissionOptions): (operationId: string, row: OperationRow) => Admit {
  const { keys, limiter } = options
  const names = accountHeaders(options.serviceName)
  const standardLimit = options.defaultLimit ?? defaultRateLimit

  return (operationId, row) => {
    const limit = row.limit ?? standardLimit
    const suffix = row.limit ? `:${operationId}` : ''
    const takeForAddress = (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined =>
      whenReady(limiter.take(`address:${clientAddress(request.ip)}${suffix}`, limit), (rate) =>
        enforceRateLimit(rate, reply),
      )
    if (row.access === 'public') return takeForAddress

    const reject = async (request: FastifyRequest, reply: FastifyReply, code: FaultCode): Promise<never> => {
      await takeForAddress(request, reply)
      throw new Fault(code)
    }
    return (request, reply) => {
      const key = bearerKey(request.headers.authorization)
      if (key === undefined) return reject(request, reply, 'KEY_MISSING')
      return whenReady(keys.find(key), (found) => {
        if (found === null || found.grants.length === 0) return reject(request, reply, 'KEY_INVALID')
        return whenReady(limiter.take(`key:${found.id}${suffix}`, limit), (rate) => {
          enforceRateLimit(rate, reply)
          const chosen = chooseAccount(found.grants, request.headers, names)
          const caller: AuthenticatedKey = { keyId: found.id, userId: found.userId, grants: found.grants, chosen }
          checkAccess(row, caller, names)
          request.caller = caller
        })
      })
    }
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
