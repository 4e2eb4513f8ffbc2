import type { HttpRequest, HttpSent, ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure, safeDecode } from '#egress'
import { redactionMark, redactor, secretHeaders } from '#redaction'
import { ownFraming } from './own-framing.ts'

/** A request ready to be sent; header names are in lowercase. */
export interface Prepared {
  readonly failure: null
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer | null
  /** Headers with credentials, which go where `followRedirect` says. */
  readonly confined: ReadonlySet<string>
  /** The parts of the request that are sent differently than the check states. */
  readonly notes: readonly string[]
}

const contentTypes: Readonly<Record<HttpRequest['bodyType'], string | null>> = {
  JSON: 'application/json',
  GRAPHQL: 'application/json',
  FORM: 'application/x-www-form-urlencoded',
  RAW: null,
  NONE: null,
}

/** Framing belongs to the connection; what a check may say about it is `ownFraming`. */
const ownedByConnection = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive'])
const acceptedCodings = 'gzip, deflate, br, zstd'

/** Builds the request of an API or URL check, or returns why it cannot be sent. */
export function prepareRequest(
  request: HttpRequest,
  userAgent: string,
  secrets: readonly string[] = [],
): Prepared | { failure: ObservationFailure } {
  const url = URL.parse(request.url)
  if (!url || !isHttp(url))
    return {
      failure: failure('preparation', 'EINVALIDURL', writeReason('REQUEST_URL_INVALID')),
    }
  url.search = appendParameters(url.search, request)
  const body = request.bodyType === 'NONE' || request.body === '' ? null : Buffer.from(request.body)
  const framing = ownFraming(request.headers, body?.length ?? 0)
  const headers = { 'user-agent': userAgent, ...headersOf(request, url, body), ...framing.headers }
  url.username = ''
  url.password = ''
  const hide = redactor(secrets)
  const locked = request.headers
    .filter(({ locked, value }) => locked || hide(value) !== value)
    .map(({ key }) => key.trim().toLowerCase())
  const confined = new Set([...secretHeaders, ...locked])
  const { notes } = framing
  return { failure: null, method: request.method.toUpperCase(), url, headers, body, confined, notes }
}

/** The headers of a check over those that every request has. */
function headersOf(request: HttpRequest, url: URL, body: Buffer | null): Prepared['headers'] {
  const contentType = contentTypes[request.bodyType]
  const authorization = basicAuthorization(request, url)
  return {
    accept: '*/*',
    'accept-encoding': acceptedCodings,
    ...(contentType !== null && body && { 'content-type': contentType }),
    ...(authorization !== null && { authorization }),
    ...readHeaders(request),
  }
}

export const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

/** The existing query is preserved byte for byte: a re-encoded one may mean something else to the target. */
function appendParameters(search: string, { queryParameters }: HttpRequest): string {
  const added = queryParameters.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
  return [...(search === '' ? [] : [search.slice(1)]), ...added].join('&')
}

function readHeaders({ headers }: HttpRequest): Record<string, string | readonly string[]> {
  const read: Record<string, string | readonly string[]> = {}
  for (const { key, value } of headers) {
    const name = key.trim().toLowerCase()
    if (ownedByConnection.has(name)) continue
    const before = read[name]
    read[name] = before === undefined ? value : [before, value].flat()
  }
  return read
}

function basicAuthorization({ basicAuth }: HttpRequest, url: URL): string | null {
  const inUrl = url.username !== '' || url.password !== ''
  const credentials = basicAuth ?? (inUrl ? fromUrl(url) : null)
  if (!credentials || (credentials.username === '' && credentials.password === '')) return null
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
}

const fromUrl = ({ username, password }: URL): { username: string; password: string } => ({
  username: safeDecode(username),
  password: safeDecode(password),
})

/** The request as stored with the result. Headers with credentials are masked. */
export function describeSent(prepared: Prepared, { queryParameters }: HttpRequest): HttpSent {
  const stored = Object.entries(prepared.headers).map(([name, value]) => {
    const text = typeof value === 'string' ? value : value.join(', ')
    return [name, secretHeaders.has(name) ? redactionMark : text]
  })
  return {
    method: prepared.method,
    url: prepared.url.href,
    data: prepared.body?.toString() ?? '',
    headers: Object.fromEntries(stored),
    params: Object.fromEntries(queryParameters.map(({ key, value }) => [key, value])),
  }
}
