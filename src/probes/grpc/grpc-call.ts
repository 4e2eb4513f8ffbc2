import { constants } from 'node:http2'
import type { ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { errorCode, failure, failureOf } from '#egress'
import type { Deadline, Http2Connection } from '#egress'
import { framed, maxMessages, MessageReader } from './grpc-messages.ts'
import { metadataOf } from './grpc-metadata.ts'
import { grpcCodes, statusIn, statusOfForeign } from './grpc-status.ts'
import type { GrpcStatus } from './grpc-status.ts'

export interface GrpcCall {
  /** `/package.Service/Method` */
  readonly path: string
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly userAgent: string
  /** The first message of this side. */
  readonly request: Uint8Array
  /** The next request to a server that answers one after the other; null ends the call. */
  readonly next?: (message: Uint8Array) => Uint8Array | null
  /** Whether many messages are expected, so that a call cut by time has an answer. */
  readonly isStreaming: boolean
}

export interface GrpcReply {
  readonly failure: null
  readonly status: GrpcStatus
  readonly messages: readonly Uint8Array[]
  readonly metadata: readonly { readonly key: string; readonly value: string }[]
  /** Whether this side ended the call because it had seen enough. */
  readonly isCut: boolean
}

type End = GrpcReply | { readonly failure: ObservationFailure }

/** The limit for all frames of a connection, so that one with nothing but pings also ends. */
const maxConnectionBytes = 16 * 1024 * 1024
const lookEveryMs = 250

/** One call on a connection: gRPC over HTTP/2. Never rejects; ends by the deadline and leaves no stream open. */
export function callMethod(connection: Http2Connection, call: GrpcCall, deadline: Deadline): Promise<End> {
  return new Promise((settle) => new Call(connection, call, deadline, settle).start())
}

class Call {
  readonly #connection: Http2Connection
  readonly #call: GrpcCall
  readonly #deadline: Deadline
  readonly #settle: (end: End) => void
  readonly #messages: Uint8Array[] = []
  #stream: ClientHttp2Stream | null = null
  #headers: Readonly<Record<string, unknown>> = {}
  #trailers: Readonly<Record<string, unknown>> = {}
  #reader = new MessageReader('identity')
  #release = (): void => {}
  #isOver = false

  constructor(connection: Http2Connection, call: GrpcCall, deadline: Deadline, settle: (end: End) => void) {
    this.#connection = connection
    this.#call = call
    this.#deadline = deadline
    this.#settle = settle
  }

  start(): void {
    const { session, receivedBytes } = this.#connection
    const onError = (error: Error): void => this.#fail(this.#failureOf(error))
    const onClose = (): void => this.#fail(failureOf('ECONNRESET', this.#connection.endpoint, 'connect'))
    const watch = this.#deadline.clock.every(lookEveryMs, () => {
      if (receivedBytes() > maxConnectionBytes)
        this.#fail(this.#broken('EGRPCFLOOD', writeReason('GRPC_VIOLATION_GRPC_FLOOD')))
    })
    session.once('error', onError)
    session.once('close', onClose)
    const stop = this.#deadline.onExpire((why) => this.#expire(why))
    this.#release = () => {
      watch.cancel()
      stop()
      session.off('error', onError)
      session.off('close', onClose)
    }
    if (this.#isOver) return this.#release()
    if (session.destroyed || session.closed) return onClose()
    this.#open()
  }

  #open(): void {
    const { next, request } = this.#call
    try {
      const stream = this.#connection.session.request(this.#requestHeaders(), { endStream: false })
      this.#stream = stream
      this.#listen(stream)
      if (next) stream.write(framed(request))
      else stream.end(framed(request))
    } catch (error) {
      const text = writeReason('GRPC_REQUEST_INVALID')
      this.#fail(failure('preparation', errorCode(error), text))
    }
  }

  #requestHeaders(): OutgoingHttpHeaders {
    const { path, userAgent, metadata } = this.#call
    return {
      'user-agent': userAgent,
      ...Object.fromEntries(Object.entries(metadata).map(([name, values]) => [name, [...values]])),
      ':method': 'POST',
      ':path': path,
      te: 'trailers',
      'content-type': 'application/grpc',
      'grpc-accept-encoding': 'identity,deflate,gzip',
      'grpc-timeout': `${Math.max(1, Math.ceil(this.#deadline.remainingMs()))}m`,
    }
  }

  #listen(stream: ClientHttp2Stream): void {
    stream.on('response', (headers) => {
      this.#headers = headers
      this.#reader = new MessageReader(String(headers['grpc-encoding'] ?? 'identity'))
      const foreign = statusIn(headers) ? null : statusOfForeign(headers)
      if (foreign) this.#finish(foreign, false)
    })
    stream.on('trailers', (trailers) => (this.#trailers = trailers))
    stream.on('data', (chunk: Buffer) => this.#take(chunk))
    stream.on('error', (error) => this.#fail(this.#failureOf(error)))
    stream.on('aborted', () => this.#fail(this.#resetBy(stream.rstCode)))
    stream.on('end', () => this.#conclude(stream))
    stream.on('close', () => this.#fail(this.#resetBy(stream.rstCode)))
  }

  #take(chunk: Buffer): void {
    if (this.#isOver) return
    const read = this.#reader.push(chunk)
    if ('code' in read) return this.#fail(this.#broken(read.code, read.text))
    for (const message of read) {
      this.#messages.push(message)
      if (this.#call.next) this.#answer(message, this.#call.next)
      else if (this.#messages.length >= maxMessages) return this.#finish({ code: grpcCodes.ok, message: '' }, true)
    }
  }

  #answer(message: Uint8Array, next: (message: Uint8Array) => Uint8Array | null): void {
    if (this.#isOver) return
    const following = next(message)
    if (following === null || this.#messages.length >= maxMessages)
      return this.#finish({ code: grpcCodes.ok, message: '' }, true)
    this.#stream?.write(framed(following))
  }

  /** Trailers are there before the end of the stream; a response of headers alone has its status in them. */
  #conclude(stream: ClientHttp2Stream): void {
    const status = statusIn(this.#trailers) ?? statusIn(this.#headers)
    if (status) {
      if (status.code === grpcCodes.ok && this.#reader.isInside)
        return this.#fail(this.#broken('EGRPCMESSAGE', writeReason('GRPC_VIOLATION_ENDED_IN_MESSAGE')))
      return this.#finish(status, false)
    }
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) return this.#fail(this.#resetBy(stream.rstCode))
    this.#fail(this.#broken('EGRPCSTATUS', writeReason('GRPC_VIOLATION_ENDED_WITHOUT_STATUS')))
  }

  #expire(why: ObservationFailure): void {
    const isAnswered = this.#call.isStreaming && this.#messages.length > 0 && why.code === 'ETIMEDOUT'
    if (!isAnswered) return this.#fail(why)
    const message = writeReason('STREAM_NOT_ENDED', { milliseconds: this.#deadline.timeoutMs })
    this.#finish({ code: grpcCodes.deadlineExceeded, message }, true)
  }

  #finish(status: GrpcStatus, isCut: boolean): void {
    const metadata = metadataOf(this.#headers, this.#trailers)
    this.#end({ failure: null, status, messages: this.#messages, metadata, isCut })
  }

  #fail(why: ObservationFailure): void {
    this.#end({ failure: why })
  }

  #end(end: End): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#release()
    if (this.#stream && !this.#stream.closed) this.#stream.close(constants.NGHTTP2_CANCEL)
    this.#settle(end)
  }

  #broken(code: string, text: string): ObservationFailure {
    return failure(
      'protocol',
      code,
      writeReason('GRPC_BROKEN', { endpoint: this.#connection.endpoint, grpcViolation: text }),
    )
  }

  #failureOf(error: Error): ObservationFailure {
    const code = errorCode(error)
    if (code !== 'ERR_HTTP2_ERROR' && !code.startsWith('ERR_HTTP2'))
      return failureOf(code, this.#connection.endpoint, 'protocol')
    const rstCode = this.#stream?.rstCode ?? 0
    if (code === 'ERR_HTTP2_STREAM_ERROR' && rstCode !== 0) return this.#resetBy(rstCode)
    return this.#broken(code, writeReason('GRPC_VIOLATION_HTTP2_BROKEN', { text: error.message.slice(0, 200) }))
  }

  #resetBy(rstCode: number | undefined): ObservationFailure {
    if (this.#connection.session.destroyed) return failureOf('ECONNRESET', this.#connection.endpoint, 'connect')
    const name = resetNames.get(rstCode ?? constants.NGHTTP2_NO_ERROR) ?? `error ${rstCode}`
    const isRefused = rstCode === constants.NGHTTP2_REFUSED_STREAM
    const text = writeReason('STREAM_RESET', { endpoint: this.#connection.endpoint, name })
    return failure('protocol', 'EGRPCRESET', text, isRefused)
  }
}

/** The error codes of RFC 9113. */
const resetNames = new Map([
  [0, 'NO_ERROR'],
  [1, 'PROTOCOL_ERROR'],
  [2, 'INTERNAL_ERROR'],
  [3, 'FLOW_CONTROL_ERROR'],
  [5, 'STREAM_CLOSED'],
  [6, 'FRAME_SIZE_ERROR'],
  [7, 'REFUSED_STREAM'],
  [8, 'CANCEL'],
  [9, 'COMPRESSION_ERROR'],
  [11, 'ENHANCE_YOUR_CALM'],
  [12, 'INADEQUATE_SECURITY'],
  [13, 'HTTP_1_1_REQUIRED'],
])
