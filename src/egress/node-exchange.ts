import { request as openRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { Arrivals } from './arrivals.ts'
import { ClientConnection } from './client-connection.ts'
import type { Begun } from './client-connection.ts'
import { dropErrors } from './connect-tcp.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange, ExchangeFailed, ExchangeRequest } from './exchange.ts'
import { errorCode, failure, failureOf } from './failure.ts'
import { leave } from './leave.ts'
import { readBody } from './read-body.ts'
import { headOf } from './response-head.ts'
import { sentHeaders } from './sent-headers.ts'
import type { ChainExpiry } from './served-chain.ts'
import { maxHeadBytes, TolerantReader } from './tolerant-reader.ts'

/** A connection for one exchange. */
export interface Open {
  readonly failure: null
  readonly socket: Duplex
  readonly address: string
  readonly dnsMs: number
  readonly connectMs: number
  readonly tlsMs: number | null
  readonly certificateExpiresAt: ChainExpiry | null
  /** Set when the request was sent over it already. */
  readonly begun?: Begun
}

export interface SentRequest extends ExchangeRequest {
  /** Whether the request line has the whole URL. */
  readonly isWhole?: boolean
}

/** One request and its response by Node's client. */
export function nodeExchange(
  open: Open,
  request: SentRequest,
  endpoint: string,
  deadline: Deadline,
): Promise<Exchange | ExchangeFailed> {
  const { address, certificateExpiresAt, begun } = open
  const reader = new TolerantReader(request.method === 'HEAD')
  const arriving = begun ?? { arrivals: new Arrivals(open.socket), received: [] }
  const socket = new ClientConnection(arriving, reader, begun !== undefined)
  return new Promise((settle) => {
    const startedAt = deadline.clock.activeMs()
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
      const phases = { dnsMs, connectMs, tlsMs, firstByteMs: deadline.clock.activeMs() - startedAt }
      settle({
        failure: null,
        response: headOf(response),
        address,
        phases,
        certificateExpiresAt,
        endpoint,
        oddities: () => reader.oddities,
        readBody: (limits, until) => readBody(response, limits, until, endpoint),
        close: () => leave(socket, deadline.clock),
      })
    }
    sent.once('response', receive)
    sent.once('upgrade', receive)
    sent.once('error', (error) => fail(failureOfParser(errorCode(error), endpoint, reader)))
    sent.on('error', dropErrors)
    sent.end(request.body ?? undefined)
  })
}

/** With what the tolerant reader knows about the reason. */
function failureOfParser(code: string, endpoint: string, { problem }: TolerantReader): ObservationFailure {
  const why = failureOf(code, endpoint, 'protocol')
  return why.kind === 'protocol' && problem !== null ? { ...why, message: `${why.message} ${problem}` } : why
}

/** Node rejects header names and values that could break out of the header; that is an error of the request. */
function start(socket: Duplex, request: SentRequest): ClientRequest | ObservationFailure {
  const { method, url, isWhole } = request
  try {
    return openRequest({
      createConnection: () => socket,
      method,
      host: url.host,
      path: `${isWhole ? url.origin : ''}${url.pathname}${url.search}`,
      setHost: false,
      setDefaultHeaders: false,
      maxHeaderSize: maxHeadBytes,
      headers: sentHeaders(request),
    })
  } catch (error) {
    socket.destroy()
    return failure('preparation', errorCode(error), writeReason('REQUEST_INVALID_IN_HTTP'))
  }
}
