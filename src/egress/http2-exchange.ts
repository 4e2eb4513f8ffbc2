import { Readable } from 'node:stream'
import type { ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { connectHttp2 } from './connect-http2.ts'
import type { Http2Connection } from './connect-http2.ts'
import { dropErrors } from './connect-tcp.ts'
import type { Target } from './connect-tcp.ts'
import type { TlsDoor } from './connect-tls.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange, ExchangeFailed, ExchangeRequest } from './exchange.ts'
import { errorCode, failure, failureOf } from './failure.ts'
import { readBody } from './read-body.ts'
import { headText, textOf } from './response-head.ts'
import type { ResponseHead } from './response-head.ts'
import { sentHeaders } from './sent-headers.ts'

export interface Http2Sent {
  readonly request: ExchangeRequest
  readonly target: Target
  /** How long it took to learn that the server has no HTTP/1.1, in milliseconds; counted as part of the handshake. */
  readonly triedMs: number
}

/** Whether a handshake failed because the server has none of the protocols that were offered by ALPN (RFC 7301). */
export const hasOtherProtocol = ({ code }: ObservationFailure): boolean =>
  code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'

/** They belong to the connection of HTTP/1.1 and are malformed in HTTP/2 (RFC 9113 8.2.2). */
const ofHttp1 = new Set(['connection', 'host', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'])

/** One request and its response by HTTP/2, for servers that speak nothing else. */
export async function http2Exchange(
  door: TlsDoor,
  { request, target, triedMs }: Http2Sent,
  deadline: Deadline,
): Promise<Exchange | ExchangeFailed> {
  const open = await connectHttp2(door, target, request.tls, deadline)
  if (open.failure) return open
  const { address, certificateExpiresAt, dnsMs, connectMs, endpoint } = open
  const startedAt = deadline.clock.activeMs()
  const answered = await answerTo(open, request, deadline)
  if ('failure' in answered) {
    open.close()
    return { failure: answered.failure, address, certificateExpiresAt }
  }
  const firstByteMs = deadline.clock.activeMs() - startedAt
  return {
    failure: null,
    response: headOf(answered),
    address,
    phases: { dnsMs, connectMs, tlsMs: (open.tlsMs ?? 0) + triedMs, firstByteMs },
    certificateExpiresAt,
    endpoint,
    oddities: () => [],
    readBody: (limits, until) => readBody(Readable.from(bodyOf(answered.stream)), limits, until, endpoint),
    close: () => open.close(),
  }
}

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly stream: ClientHttp2Stream
}

function answerTo(
  { session, endpoint }: Http2Connection,
  request: ExchangeRequest,
  deadline: Deadline,
): Promise<Answered | { readonly failure: ObservationFailure }> {
  return new Promise((settle) => {
    const stop = deadline.onExpire((why) => settle({ failure: why }))
    const fail = (code: string): void => {
      stop()
      settle({ failure: failureOf(code, endpoint, 'protocol') })
    }
    try {
      const stream = session.request(pseudoHeaders(request), { endStream: request.body === null })
      stream.once('response', (headers) => {
        stop()
        settle({ status: headers[':status'] ?? 0, headers, stream })
      })
      stream.on('error', dropErrors)
      stream.once('error', (error) => fail(errorCode(error)))
      stream.once('close', () => fail('ECONNRESET'))
      session.once('error', (error) => fail(errorCode(error)))
      if (request.body !== null) stream.end(request.body)
    } catch (error) {
      stop()
      const text = writeReason('REQUEST_INVALID_IN_HTTP2')
      settle({ failure: failure('preparation', errorCode(error), text) })
    }
  })
}

function pseudoHeaders(request: ExchangeRequest): OutgoingHttpHeaders {
  const { method, url } = request
  const headers = sentHeaders(request)
  return {
    ':method': method,
    ':scheme': 'https',
    ':authority': String(headers['host'] ?? url.host),
    ':path': `${url.pathname}${url.search}`,
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ofHttp1.has(name))),
  }
}

function headOf({ status, headers: fields }: Answered): ResponseHead {
  const headers: Record<string, string | readonly string[]> = {}
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && !name.startsWith(':'))
      headers[name] = typeof value === 'string' ? headText(value) : value.map(headText)
  const headerBytes = (name: string): string | undefined => {
    const value = fields[name]
    return typeof value === 'object' ? value.join(', ') : value
  }
  return { status, statusText: '', headers, header: (name) => textOf(headerBytes(name)), headerBytes }
}

/** A body whose stream or connection was reset ends like any other, but for the code of the reset. */
async function* bodyOf(stream: ClientHttp2Stream): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of stream) yield bytes
  } catch (error) {
    throw stream.rstCode === 0 ? error : reset()
  }
  if (stream.rstCode !== 0) throw reset()
}

const reset = (): Error => Object.assign(new Error('The stream was reset.'), { code: 'ECONNRESET' })
