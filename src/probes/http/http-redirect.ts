import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'
import type { ResponseHead } from '#egress'
import { isHttp } from './http-request.ts'
import type { Prepared } from './http-request.ts'

export const maxRedirects = 10

const redirecting = new Set([301, 302, 303, 307, 308])
const ofTheBody = [
  'content-type',
  'content-encoding',
  'content-language',
  'content-location',
  'content-length',
  'transfer-encoding',
]

/** Whether the response redirects. Without a `location` a 30x is a response like any other. */
export const isRedirect = ({ status, header }: ResponseHead): boolean =>
  redirecting.has(status) && (header('location') ?? '') !== ''

/**
 * The request after a redirect (RFC 9110 15.4): 303 becomes GET, 301 and 302 turn POST into GET, 307 and 308 change
 * nothing. Credentials and headers that are locked or contain a secret go where `keepsCredentials` says, and once left
 * out they stay out. `host` is only sent to the same origin.
 */
export function followRedirect(prepared: Prepared, response: ResponseHead): Prepared | { failure: ObservationFailure } {
  const url = locationOf(response, prepared.url)
  if (new Set([response.headers['location']].flat()).size > 1) return misled(writeReason('REDIRECT_TARGET_TWO_PLACES'))
  if (!url || !isHttp(url)) return misled(writeReason('REDIRECT_TARGET_NO_WEB_URL'))
  const becomesGet = changesMethod(prepared.method, response.status)
  const isElsewhere = !keepsCredentials(prepared.url, url)
  const dropped = new Set([
    ...(becomesGet ? ofTheBody : []),
    ...(isElsewhere ? prepared.confined : []),
    ...(url.origin === prepared.url.origin ? [] : ['host']),
  ])
  return {
    ...prepared,
    url,
    headers: Object.fromEntries(Object.entries(prepared.headers).filter(([name]) => !dropped.has(name))),
    ...(becomesGet && { method: 'GET', body: null }),
  }
}

const misled = (where: string): { failure: ObservationFailure } => ({
  failure: failure('protocol', 'EREDIRECT', writeReason('REDIRECT_UNUSABLE', { redirectTarget: where })),
})

/** The same origin, or the same host by https. */
const keepsCredentials = (from: URL, to: URL): boolean =>
  to.origin === from.origin || (to.hostname === from.hostname && to.protocol === 'https:')

/**
 * Where a response leads, as browsers read it: bytes that are not ASCII are percent-encoded as they are, and without a
 * fragment that of the request stays (RFC 9110 10.2.2). Null when that is not a URL.
 */
function locationOf(response: ResponseHead, base: URL): URL | null {
  const bytes = response.headerBytes('location') ?? ''
  const url = URL.parse(bytes.replaceAll(/[\u0080-\u00ff]/g, percentEncoded), base.href)
  if (!url) return null
  url.username = ''
  url.password = ''
  if (url.hash === '') url.hash = base.hash
  return url
}

const percentEncoded = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`

function changesMethod(method: string, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

export const tooManyRedirects: ObservationFailure = failure(
  'protocol',
  'ERR_TOO_MANY_REDIRECTS',
  writeReason('TOO_MANY_REDIRECTS', { count: maxRedirects }),
)
