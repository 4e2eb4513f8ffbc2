import type { ObservationFailure } from '#contract'
import { connectTcp, endpointOf } from './connect-tcp.ts'
import type { AddressUse, Target } from './connect-tcp.ts'
import { connectTls } from './connect-tls.ts'
import type { TlsDoor, TlsSettings } from './connect-tls.ts'
import type { Deadline } from './deadline.ts'
import { encodedHeaders } from './encoded-headers.ts'
import { hasOtherProtocol, http2Exchange } from './http2-exchange.ts'
import type { IpFamily } from './name-resolver.ts'
import { nodeExchange } from './node-exchange.ts'
import type { Open } from './node-exchange.ts'
import { plainExchange } from './plain-exchange.ts'
import { plainRequest } from './plain-request.ts'
import type { BodyLimits, CutBody, ReadBody } from './read-body.ts'
import type { ResponseHead } from './response-head.ts'
import { watchStatus } from './status-watch.ts'
import { checkProxied, connectToProxy, proxyAuthorization } from './tunnel.ts'
import type { ChainExpiry } from './served-chain.ts'

export interface ExchangeRequest {
  readonly method: string
  /** http or https. Its credentials and fragment are not sent. */
  readonly url: URL
  /** Sent as given, plus `connection: close`, `host` when there is none, and `content-length` unless it is chunked. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer | null
  readonly family?: IpFamily
  readonly addresses?: AddressUse
  readonly tls: TlsSettings
  /** Of an HTTP proxy to send it through. */
  readonly proxyUrl?: string | undefined
}

/** A response whose body was not read yet. `close` must be called in the end. */
export interface Exchange {
  readonly failure: null
  readonly response: ResponseHead
  readonly address: string
  /** Durations in milliseconds; `tlsMs` is null without TLS, `firstByteMs` runs until the headers are there. */
  readonly phases: {
    readonly dnsMs: number
    readonly connectMs: number
    readonly tlsMs: number | null
    readonly firstByteMs: number
  }
  readonly certificateExpiresAt: ChainExpiry | null
  readonly endpoint: string
  /** How the response, as far as it was read, breaks RFC 9112; each a sentence. */
  readonly oddities: () => readonly string[]
  /** Reads the body as it was transferred, once. */
  readonly readBody: (limits: BodyLimits, deadline: Deadline) => Promise<ReadBody | CutBody>
  readonly close: () => void
}

export interface ExchangeFailed {
  readonly failure: ObservationFailure
  /** The address that was tried, when there was one. */
  readonly address?: string
  readonly certificateExpiresAt: ChainExpiry | null
  /** The status of a response whose head cannot be read to its end. */
  readonly status?: number
}

export interface HttpDoor extends TlsDoor {
  /** The address policy must hold for what is behind a proxy, too. */
  readonly isStrict?: boolean
  /** Whether Node's client sends even plain requests, for comparison with it. */
  readonly usesNodeOnly?: boolean
}

/**
 * One request on one new connection, without redirects, until the response's headers have arrived. HTTP/2 is spoken with
 * servers that refuse HTTP/1.1 in the handshake, before anything was sent.
 */
export async function exchange(
  door: HttpDoor,
  given: ExchangeRequest,
  deadline: Deadline,
): Promise<Exchange | ExchangeFailed> {
  const request = { ...given, headers: encodedHeaders(given.headers) }
  const { url } = request
  const target = targetOf(url, request)
  if (request.proxyUrl !== undefined && url.protocol === 'http:' && !door.isStrict)
    return exchangeByProxy(door, request, target, deadline)
  const startedAt = deadline.clock.activeMs()
  const open = await (url.protocol === 'https:'
    ? connectTls(door, target, request.tls, deadline)
    : openPlain(door, target, deadline))
  if (open.failure && hasOtherProtocol(open.failure))
    return http2Exchange(door, { request, target, triedMs: deadline.clock.activeMs() - startedAt }, deadline)
  if (open.failure) return open
  const endpoint = endpointOf(target)
  const bytes = door.usesNodeOnly ? null : plainRequest(request)
  return withStatus(
    open,
    bytes === null
      ? nodeExchange(open, request, endpoint, deadline)
      : plainExchange(open, { request, bytes, endpoint }, deadline),
  )
}

/** The status of a response counts even where the rest of its head is cut or no HTTP. */
async function withStatus(
  { socket }: Open,
  answering: Promise<Exchange | ExchangeFailed>,
): Promise<Exchange | ExchangeFailed> {
  const status = watchStatus(socket)
  const answered = await answering
  const seen = answered.failure ? status() : null
  return answered.failure && seen !== null ? { ...answered, status: seen } : answered
}

/** Plain HTTP through a proxy is a request for the whole URL (RFC 9112, 3.2.2), because many tunnel to port 443 only. */
async function exchangeByProxy(
  door: TlsDoor,
  request: ExchangeRequest,
  target: Target,
  deadline: Deadline,
): Promise<Exchange | ExchangeFailed> {
  const checked = await checkProxied(door.resolve, false, target, deadline)
  if (checked.failure) return { ...checked, certificateExpiresAt: null }
  const proxy = URL.parse(request.proxyUrl ?? '')
  const open = await connectToProxy(door, proxy, deadline)
  if (open.failure) return { ...open, certificateExpiresAt: null }
  const authorization = proxy && proxyAuthorization(proxy)
  const headers = { ...request.headers, ...(authorization !== null && { 'proxy-authorization': authorization }) }
  const plain = { ...open, tlsMs: null, certificateExpiresAt: null }
  const whole = { ...request, headers, isWhole: true }
  return withStatus(plain, nodeExchange(plain, whole, endpointOf(target), deadline))
}

function targetOf(url: URL, { family, addresses, proxyUrl }: ExchangeRequest): Target {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { host: url.hostname, port, ...(family && { family }), addresses, proxyUrl }
}

async function openPlain(door: TlsDoor, target: Target, deadline: Deadline): Promise<Open | ExchangeFailed> {
  const open = await connectTcp(door, target, deadline)
  if (open.failure) return { ...open, certificateExpiresAt: null }
  return { ...open, tlsMs: null, certificateExpiresAt: null }
}
