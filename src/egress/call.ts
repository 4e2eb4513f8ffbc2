import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Clock } from '#kernel'
import { Deadline } from './deadline.ts'
import { exchange } from './exchange.ts'
import type { Exchange, ExchangeFailed, HttpDoor } from './exchange.ts'
import { failure } from './failure.ts'
import type { CutBody, ReadBody } from './read-body.ts'
import type { ResponseHead } from './response-head.ts'
import { safeDecode } from './safe-decode.ts'

export interface HttpCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Default 64 KB; the rest of a longer body is not read. */
  readonly maxResponseBytes?: number
  /** How long the body may take after the head, where it decides nothing. Default: what is left of `timeoutMs`. */
  readonly bodyTimeoutMs?: number
  /** Of an HTTP proxy to send it through. */
  readonly proxyUrl?: string | undefined
}

/** A response, which exists as soon as its status is known. */
export interface HttpReply {
  readonly failure: null
  readonly status: number
  /** Names in lowercase; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The body as it arrived. */
  readonly bytes: Buffer
  /** Why headers or the body are not whole; null when they are. */
  readonly cut: ObservationFailure | null
}

export type HttpResult = HttpReply | { readonly failure: ObservationFailure }

const defaultMaxBytes = 64 * 1024
const verified = { skipVerification: false } as const

/** One request for rooms that only need the response. Follows no redirect and never throws. */
export async function call(door: HttpDoor & { readonly clock: Clock }, request: HttpCall): Promise<HttpResult> {
  const url = URL.parse(request.url)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return { failure: failure('preparation', 'EINVALIDURL', writeReason('URL_INVALID')) }
  const deadline = new Deadline(door.clock, request.timeoutMs, request.signal)
  try {
    return await callWithin(door, request, url, deadline)
  } finally {
    deadline.close()
  }
}

async function callWithin(door: HttpDoor, request: HttpCall, url: URL, deadline: Deadline): Promise<HttpResult> {
  const opened = await exchange(
    door,
    {
      method: request.method,
      url,
      headers: withCredentials(url, lowerCased(request.headers)),
      body: request.body === undefined ? null : Buffer.from(request.body),
      tls: verified,
      proxyUrl: request.proxyUrl,
    },
    deadline,
  )
  if (opened.failure) return opened.status === undefined ? { failure: opened.failure } : headless(opened.status, opened)
  const read = await bodyOf(opened, request, deadline)
  opened.close()
  return {
    failure: null,
    status: opened.response.status,
    headers: joined(opened.response),
    body: read.bytes.toString('utf8'),
    bytes: read.bytes,
    cut: read.failure,
  }
}

/** A response of which nothing but the status can be read. */
const headless = (status: number, { failure: cut }: ExchangeFailed): HttpReply => ({
  failure: null,
  status,
  headers: {},
  body: '',
  bytes: Buffer.alloc(0),
  cut,
})

async function bodyOf(
  opened: Exchange,
  { maxResponseBytes: maxBytes = defaultMaxBytes, bodyTimeoutMs, signal }: HttpCall,
  deadline: Deadline,
): Promise<ReadBody | CutBody> {
  if (bodyTimeoutMs === undefined) return opened.readBody({ maxBytes }, deadline)
  const own = new Deadline(deadline.clock, Math.min(bodyTimeoutMs, deadline.remainingMs()), signal)
  const read = await opened.readBody({ maxBytes }, own)
  own.close()
  return read
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Credentials in a URL are sent as basic authentication (RFC 7617), as every other HTTP client does. */
function withCredentials(url: URL, headers: Record<string, string>): Record<string, string> {
  if ('authorization' in headers || (url.username === '' && url.password === '')) return headers
  const credentials = `${safeDecode(url.username)}:${safeDecode(url.password)}`
  return { ...headers, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

const joined = ({ headers, header }: ResponseHead): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, header(name) ?? '']))
