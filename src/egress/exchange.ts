import { request as openRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ObservationFailure } from '#contract'
import { activeNow } from '#kernel'
import { connectTcp, dropErrors, endpointOf } from './connect-tcp.ts'
import type { Target } from './connect-tcp.ts'
import { connectTls } from './connect-tls.ts'
import type { TlsDoor, TlsSettings } from './connect-tls.ts'
import type { Deadline } from './deadline.ts'
import { errorCode, failure, failureOf } from './failure.ts'
import type { IpFamily } from './name-resolver.ts'
import { checkProxied, connectToProxy, proxyAuthorization } from './tunnel.ts'

export interface ExchangeRequest {
  readonly method: string
  /** http or https. Its credentials and fragment are not sent. */
  readonly url: URL
  /** Sent as given, plus `connection: close`, `content-length`, and `host` when there is none. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer | null
  readonly family?: IpFamily
  readonly tls: TlsSettings
  /** Of an HTTP proxy to send it through. */
  readonly proxyUrl?: string | undefined
}

/** The head of a response; its body is read with `readBody`. `close` must be called in the end. */
export interface Exchange {
  readonly failure: null
  readonly response: IncomingMessage
  readonly address: string
  /** Durations in milliseconds; `tlsMs` is null without TLS, `firstByteMs` runs until the headers are there. */
  readonly phases: {
    readonly dnsMs: number
    readonly connectMs: number
    readonly tlsMs: number | null
    readonly firstByteMs: number
  }
  readonly certificateExpiresAt: number | null
  readonly endpoint: string
  close(): void
}

export interface ExchangeFailed {
  readonly failure: ObservationFailure
  /** The address that was tried, when there was one. */
  readonly address?: string
  readonly certificateExpiresAt: number | null
}

interface SentRequest extends ExchangeRequest {
  /** Whether the request line has the whole URL. */
  readonly isWhole?: boolean
}

interface Open {
  readonly failure: null
  readonly socket: Socket
  readonly address: string
  readonly dnsMs: number
  readonly connectMs: number
  readonly tlsMs: number | null
  readonly certificateExpiresAt: number | null
}

const maxHeaderBytes = 64 * 1024

/** One request on one new connection, without redirects, until the response's headers have arrived. */
export async function exchange(
  door: HttpDoor,
  request: ExchangeRequest,
  deadline: Deadline,
): Promise<Exchange | ExchangeFailed> {
  const { url } = request
  const target = targetOf(url, request)
  if (request.proxyUrl !== undefined && url.protocol === 'http:' && !door.isStrict)
    return exchangeByProxy(door, request, target, deadline)
  const open = await (url.protocol === 'https:'
    ? connectTls(door, target, request.tls, deadline)
    : openPlain(door, target, deadline))
  if (open.failure) return open
  return sendAndReceive(open, request, endpointOf(target), deadline)
}

/** `isStrict`: the address policy must hold for what is behind a proxy, too. */
export interface HttpDoor extends TlsDoor {
  readonly isStrict?: boolean
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
  return sendAndReceive(plain, { ...request, headers, isWhole: true }, endpointOf(target), deadline)
}

function targetOf(url: URL, { family, proxyUrl }: ExchangeRequest): Target {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { host: url.hostname, port, ...(family && { family }), proxyUrl }
}

async function openPlain(door: TlsDoor, target: Target, deadline: Deadline): Promise<Open | ExchangeFailed> {
  const open = await connectTcp(door, target, deadline)
  if (open.failure) return { ...open, certificateExpiresAt: null }
  return { ...open, tlsMs: null, certificateExpiresAt: null }
}

function sendAndReceive(
  open: Open,
  request: SentRequest,
  endpoint: string,
  deadline: Deadline,
): Promise<Exchange | ExchangeFailed> {
  const { socket, address, certificateExpiresAt } = open
  return new Promise((settle) => {
    const startedAt = activeNow()
    const sent = start(socket, request)
    if (!('end' in sent)) return settle({ failure: sent, certificateExpiresAt })
    const fail = (why: ObservationFailure): void => {
      stop()
      socket.destroy()
      settle({ failure: why, address, certificateExpiresAt })
    }
    const stop = deadline.onExpire((why) => {
      socket.destroy()
      settle({ failure: why, address, certificateExpiresAt })
    })
    const receive = (response: IncomingMessage): void => {
      stop()
      const { dnsMs, connectMs, tlsMs } = open
      const phases = { dnsMs, connectMs, tlsMs, firstByteMs: activeNow() - startedAt }
      const close = (): void => void socket.destroy()
      settle({ failure: null, response, address, phases, certificateExpiresAt, endpoint, close })
    }
    sent.once('response', receive)
    sent.once('upgrade', receive)
    sent.once('error', (error) => fail(failureOf(errorCode(error), endpoint, 'protocol')))
    sent.on('error', dropErrors)
    sent.end(request.body ?? undefined)
  })
}

/** Node rejects header names and values that could break out of the header; that is an error of the request. */
function start(
  socket: Socket,
  { method, url, headers, body, isWhole }: SentRequest,
): ClientRequest | ObservationFailure {
  try {
    return openRequest({
      createConnection: () => socket,
      method,
      host: url.host,
      path: `${isWhole ? url.origin : ''}${url.pathname}${url.search}`,
      setHost: false,
      setDefaultHeaders: false,
      maxHeaderSize: maxHeaderBytes,
      headers: {
        ...(!('host' in headers) && { host: url.host }),
        ...headers,
        connection: 'close',
        ...(body && { 'content-length': String(body.length) }),
      },
    })
  } catch (error) {
    socket.destroy()
    return failure(
      'preparation',
      errorCode(error),
      'A header, the method or the path of the request is not valid in HTTP.',
    )
  }
}
