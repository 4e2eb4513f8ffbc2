import type { ErrorReply, FaultCode } from '#contract'
import { Fault, minuteMs, randomId } from '#kernel'
import type { Clock, Log } from '#kernel'
import { isConnectionError, isDiskFull, isStatementTimeout } from '#storage/database'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** Reason phrases of RFC 9110 section 15 and RFC 6585. */
const phrases: { readonly [status: number]: string } = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const reasonPhrase = (status: number): string => phrases[status] ?? 'Error'

/** Codes that clients of the hosted product know a fault by. */
const clientCodes: { readonly [C in FaultCode]?: string } = { NO_CHECK_SELECTED: 'ERR_NO_MATCHING_CHECKS' }

const clientCodeOf = ({ code }: Fault): { errorCode?: string } => {
  const { [code]: errorCode } = clientCodes
  return errorCode === undefined ? {} : { errorCode }
}

/** The body of every error response. `attributes.code` is the fault's code; the others name fields. */
const bodyOf = (fault: Fault): ErrorReply => ({
  ...fault.extra,
  statusCode: fault.status,
  error: reasonPhrase(fault.status),
  message: fault.message,
  ...clientCodeOf(fault),
  attributes: { ...fault.attributes, code: fault.code },
  ...(fault.problems.length > 0 && { problems: [...fault.problems] }),
})

/** Most deployments have ended by then. */
const deploymentSeconds = 2

export function sendFault(reply: FastifyReply, fault: Fault): FastifyReply {
  if (fault.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  if (fault.status === 503) reply.header('retry-after', 1)
  if (fault.code === 'DEPLOYMENT_IN_PROGRESS') reply.header('retry-after', deploymentSeconds)
  return reply
    .code(fault.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(fault)))
}

/** Faults of the framework, by its codes. */
const frameworkFaults: { readonly [code: string]: FaultCode } = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'CONTENT_TYPE_UNSUPPORTED',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_INVALID',
  FST_ERR_BAD_URL: 'PARAMETER_INVALID',
  FST_ERR_MAX_PARAM_LENGTH: 'PARAMETER_INVALID',
}

/** The details of faults whose code is not specific enough. */
const frameworkProblems: { readonly [code: string]: string } = {
  FST_ERR_BAD_URL: 'the path is not percent-encoded UTF-8',
  FST_ERR_MAX_PARAM_LENGTH: 'a part of the path is too long',
}
const lengthProblem = 'the body does not have the length that content-length says'

const storageLogEveryMs = minuteMs

/** The fault to report for an error. Called once per error, because internal errors are logged. */
export type FaultOf = (error: unknown, request: FastifyRequest) => Fault

/** The one place where errors become error responses, and where internal errors are logged. */
export function createFaultOf(log: Log, clock: Clock): FaultOf {
  let storageLoggedAt = Number.NEGATIVE_INFINITY

  const faultOf = (error: unknown, request: FastifyRequest): Fault => {
    if (error instanceof Fault) return error
    const known = isFrameworkError(error) ? frameworkFaults[error.code] : undefined
    if (known) return frameworkFault(known, error, request)
    if (request.raw.destroyed && !request.raw.complete) return frameworkFault('BODY_INVALID', error, request)
    if (isConnectionError(error)) return storageFault(error, 'STORAGE_UNAVAILABLE')
    if (isDiskFull(error)) return storageFault(error, 'STORAGE_FULL')
    if (isStatementTimeout(error)) return slowFault(error, request)
    return bugFault(error, request)
  }

  const storageFault = (error: unknown, code: 'STORAGE_UNAVAILABLE' | 'STORAGE_FULL'): Fault => {
    if (clock.now() - storageLoggedAt >= storageLogEveryMs) {
      storageLoggedAt = clock.now()
      log.warn({ error: String(error), code }, 'Requests are rejected: the database is not available')
    }
    return new Fault(code, { cause: error })
  }

  const slowFault = (error: unknown, request: FastifyRequest): Fault => {
    log.warn({ method: request.method, route: request.routeOptions.url }, 'A request took the database too long')
    return new Fault('STORAGE_TOO_SLOW', { cause: error })
  }

  const bugFault = (error: unknown, request: FastifyRequest): Fault => {
    const requestId = randomId()
    const trace = error instanceof Error ? error.stack : String(error)
    log.error({ requestId, method: request.method, route: request.routeOptions.url, trace }, 'A request failed')
    return new Fault('INTERNAL', { values: { requestId }, attributes: { requestId }, cause: error })
  }

  return faultOf
}

const isFrameworkError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')

function frameworkFault(code: FaultCode, error: unknown, request: FastifyRequest): Fault {
  const problems = (isFrameworkError(error) ? frameworkProblems[error.code] : undefined) ?? lengthProblem
  return new Fault(code, {
    values: { problems, limit: request.routeOptions.bodyLimit ?? 0, type: 'application/json' },
    cause: error,
  })
}
