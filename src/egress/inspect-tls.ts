import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { afterActive } from '#kernel'
import type { Clock } from '#kernel'
import { connectTcp, dropErrors, endpointOf } from './connect-tcp.ts'
import type { Target, TcpConnection, TcpDoor } from './connect-tcp.ts'
import { serverNameOf, verificationErrorOf } from './connect-tls.ts'
import type { Deadline } from './deadline.ts'
import { errorCode, failure, failureOf } from './failure.ts'
import type { Failed } from './failure.ts'
import type { ClientIdentity, SecureContextFor } from './secure-contexts.ts'

export interface InspectionSettings {
  /** The name asked for in the handshake; an address is not sent. */
  readonly serverName: string
  readonly identity?: ClientIdentity
}

/** A handshake whose certificate nobody has accepted: nothing may be sent over it. The caller destroys the socket. */
export interface TlsInspection {
  readonly failure: null
  readonly socket: TLSSocket
  readonly address: string
  readonly dnsMs: number
  readonly connectMs: number
  readonly tlsMs: number
  /** The code of OpenSSL for what is wrong with the chain; null when it is trusted. Host names are not compared. */
  readonly verificationError: string | null
  /** The OCSP response that the server stapled. */
  readonly stapled: Buffer | null
}

export interface InspectionDoor extends TcpDoor {
  readonly inspectionContextFor: SecureContextFor
}

/** How long to wait after a TLS 1.3 handshake for an alert of the server, besides three round trips. */
const alertGraceMs = 250

/**
 * Connects and performs a TLS handshake that accepts any certificate, TLS 1.0 and weak suites, and asks for a stapled
 * OCSP response, so that a report can say what a server really offers.
 */
export async function inspectTls(
  door: InspectionDoor,
  target: Target,
  settings: InspectionSettings,
  deadline: Deadline,
): Promise<TlsInspection | Failed> {
  const open = await connectTcp(door, target, deadline)
  if (open.failure) return open
  const secured = secure(door, open, settings)
  if (!('destroy' in secured)) {
    open.socket.destroy()
    return { failure: secured }
  }
  return new Promise((settle) => {
    new Handshake({ socket: secured, open, endpoint: endpointOf(target) }, deadline, settle).watch()
  })
}

function secure(
  door: InspectionDoor,
  { socket }: TcpConnection,
  { serverName, identity }: InspectionSettings,
): TLSSocket | ObservationFailure {
  const servername = serverNameOf(serverName)
  try {
    return connect({
      socket,
      ...(servername !== null && { servername }),
      secureContext: door.inspectionContextFor(identity),
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      requestOCSP: true,
      ALPNProtocols: ['http/1.1'],
    })
  } catch (error) {
    return failure('preparation', errorCode(error), writeReason('CLIENT_CERTIFICATE_UNREADABLE'))
  }
}

interface Opened {
  readonly socket: TLSSocket
  readonly open: TcpConnection
  readonly endpoint: string
}

class Handshake {
  readonly #opened: Opened
  readonly #settle: (result: TlsInspection | Failed) => void
  readonly #clock: Clock
  readonly #startedAt: number
  readonly #stop: () => void
  #stapled: Buffer | null = null
  #isSettled = false

  constructor(opened: Opened, deadline: Deadline, settle: (result: TlsInspection | Failed) => void) {
    this.#opened = opened
    this.#settle = settle
    this.#clock = deadline.clock
    this.#startedAt = this.#clock.activeMs()
    this.#stop = deadline.onExpire((why) => this.#fail(why))
  }

  watch(): void {
    const { socket, endpoint } = this.#opened
    socket.on('error', (error) => this.#fail(handshakeFailure(errorCode(error), endpoint)))
    socket.once('OCSPResponse', (response: Buffer | null) => (this.#stapled = response))
    socket.once('close', () => this.#fail(handshakeFailure('ECONNRESET', endpoint)))
    socket.once('secureConnect', () => this.#secured())
  }

  /** In TLS 1.3 a server that rejects the client says so after the client's side of the handshake has ended. */
  #secured(): void {
    const { socket, open } = this.#opened
    const tlsMs = this.#clock.activeMs() - this.#startedAt
    if (socket.getProtocol() !== 'TLSv1.3') return this.#succeed(tlsMs)
    const stopWaiting = afterActive(this.#clock, alertGraceMs + 3 * open.connectMs, () => this.#succeed(tlsMs))
    const succeed = (): void => {
      stopWaiting()
      this.#succeed(tlsMs)
    }
    for (const sign of ['session', 'data', 'end']) socket.once(sign, succeed)
    socket.once('close', stopWaiting)
  }

  #succeed(tlsMs: number): void {
    if (!this.#end()) return
    const { socket, open } = this.#opened
    const { address, dnsMs, connectMs } = open
    const verificationError = verificationErrorOf(socket)
    const stapled = this.#stapled
    this.#settle({ failure: null, socket, address, dnsMs, connectMs, tlsMs, verificationError, stapled })
  }

  #fail(why: ObservationFailure): void {
    if (!this.#end()) return
    this.#opened.socket.destroy()
    this.#opened.open.socket.destroy()
    this.#settle({ failure: why })
  }

  #end(): boolean {
    if (this.#isSettled) return false
    this.#isSettled = true
    this.#stop()
    this.#opened.socket.on('error', dropErrors)
    return true
  }
}

/** A connection that breaks during the handshake is a failure of the handshake. */
function handshakeFailure(code: string, endpoint: string): ObservationFailure {
  const found = failureOf(code, endpoint, 'tls')
  if (found.kind !== 'connect') return found
  return { ...found, kind: 'tls', message: writeReason('CLOSED_DURING_HANDSHAKE', { endpoint }) }
}
