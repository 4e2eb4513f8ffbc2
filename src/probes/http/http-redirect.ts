import type { ObservationFailure } from '#contract'
import { failure } from '#egress'
import type { ResponseHead } from '#egress'
import { isHttp } from './http-request.ts'
import type { Prepared } from './http-request.ts'

export const maxRedirects = 10

const redirecting = new Set([301, 302, 303, 307, 308])
const ofTheBody = ['content-type', 'content-encoding', 'content-language', 'content-location']

/** Whether the response redirects. Without a `location` a 30x is a response like any other. */
export const isRedirect = ({ status, header }: ResponseHead): boolean =>
  redirecting.has(status) && (header('location') ?? '') !== ''

/**
 * The request after a redirect (RFC 9110 15.4): 303 becomes GET, 301 and 302 turn POST into GET, 307 and 308 change
 * nothing. Credentials, `host` and headers that are locked or contain a secret are only sent to the original origin.
 */
export function followRedirect(prepared: Prepared, response: ResponseHead): Prepared | { failure: ObservationFailure } {
  const location = Buffer.from(response.header('location') ?? '', 'latin1').toString('utf8')
  const url = URL.parse(location, prepared.url.href)
  if (!url || !isHttp(url))
    return {
      failure: failure('protocol', 'EREDIRECT', 'The target redirects to something that is no http or https URL.'),
    }
  url.username = ''
  url.password = ''
  const becomesGet = changesMethod(prepared.method, response.status)
  const isElsewhere = url.origin !== prepared.url.origin
  const dropped = new Set([...(becomesGet ? ofTheBody : []), ...(isElsewhere ? prepared.confined : [])])
  return {
    ...prepared,
    url,
    headers: Object.fromEntries(Object.entries(prepared.headers).filter(([name]) => !dropped.has(name))),
    ...(becomesGet && { method: 'GET', body: null }),
  }
}

function changesMethod(method: string, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

export const tooManyRedirects: ObservationFailure = failure(
  'protocol',
  'ERR_TOO_MANY_REDIRECTS',
  `The target redirects more than ${maxRedirects} times, most likely in a circle.`,
)
