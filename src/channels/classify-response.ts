import type { Delivery, ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import type { HttpReply, HttpResult } from '#egress'
import { rejected } from './channel-notification.ts'
import { readJsonObject } from './read-json-object.ts'

const maxWaitSeconds = 3600
const tooManyRequests = 429
/** Resource shortages of this machine, which are temporary. */
const shortages = new Set(['EMFILE', 'ENFILE'])

/**
 * Classifies an HTTP response as the outcome of a delivery by its status, whatever became of the rest: 2xx is sent; a redirect is rejected, since redirects are
 * not followed; `isFinal` statuses are rejected; all others are retried. A request blocked by the address policy is
 * rejected.
 */
export function classifyResponse(result: HttpResult, nowMs: number, isFinal: (status: number) => boolean): Delivery {
  if (result.failure) return classifyFailure(result.failure)
  const response = describe(result)
  if (result.status >= 200 && result.status < 300) return { outcome: 'sent', response }
  if (result.status < 400) return rejected(redirectText(result.status, result.headers['location']))
  if (isFinal(result.status)) return rejected(response)
  return retryDelivery(result, nowMs, response)
}

function describe({ status, body, cut }: HttpReply): string {
  if (cut === null) return `HTTP ${status}${body === '' ? '' : `: ${body}`}`
  const known = { status, errorCode: cut.code }
  return body === '' ? writeReason('ANSWER_CUT', known) : writeReason('ANSWER_CUT_WITH', { ...known, text: body })
}

/** For APIs with meaningful statuses: only 408, 429 and 5xx are worth a retry. */
export const isPermanentRejection = (status: number): boolean => status < 500 && status !== 408 && status !== 429

/**
 * The outcome `retry`, not before the time the receiver asks for. Status 429 and `isRateLimited` mean rate limiting.
 */
export function retryDelivery(
  reply: HttpReply,
  nowMs: number,
  response: string,
  isRateLimited = reply.status === tooManyRequests,
): Delivery {
  const requestedSeconds = readRetryAfter(reply.headers['retry-after'], nowMs)
  const seconds = requestedSeconds ?? (isRateLimited ? readWaitInBody(reply.body) : null)
  return {
    outcome: 'retry',
    response,
    ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
    ...(isRateLimited ? { isRateLimited } : {}),
  }
}

function classifyFailure({ kind, code, message }: ObservationFailure): Delivery {
  const isPermanent = (kind === 'policy' || kind === 'preparation') && !shortages.has(code)
  return {
    outcome: isPermanent ? 'rejected' : 'retry',
    response: writeReason('WITH_CODE', { reason: message, errorCode: code }),
  }
}

const redirectText = (status: number, location = ''): string =>
  location === '' ? writeReason('REDIRECTED', { status }) : writeReason('REDIRECTED_TO', { status, path: location })

/** `Retry-After` as seconds from now: a number or a date (RFC 9110 10.2.3), an hour at most. */
function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  return boundedWait(/^\s*\d{1,9}\s*$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1000)
}

/** Discord and Telegram return the seconds in the body: `retry_after`, or `parameters.retry_after`. */
function readWaitInBody(body: string): number | null {
  const answer = readJsonObject(body)
  const parameters = answer?.['parameters']
  const inner = parameters !== null && typeof parameters === 'object' ? { ...parameters } : {}
  const requestedSeconds = answer?.['retry_after'] ?? ('retry_after' in inner ? inner.retry_after : null)
  return typeof requestedSeconds === 'number' ? boundedWait(requestedSeconds) : null
}

const boundedWait = (seconds: number): number | null =>
  Number.isFinite(seconds) ? Math.min(maxWaitSeconds, Math.max(0, Math.ceil(seconds))) : null
