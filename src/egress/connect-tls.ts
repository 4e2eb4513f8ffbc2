import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import type { ObservationFailure } from '#contract'
import type { Socket } from 'node:net'
import { connectTcp, dropErrors, endpointOf } from './connect-tcp.ts'
import type { Target, TcpDoor } from './connect-tcp.ts'
import type { Deadline } from './deadline.ts'
import { errorCode, failure, failureOf } from './failure.ts'
import { readHost } from './host.ts'
import { identityProblem } from './identity-problem.ts'
import { leave } from './leave.ts'
import type { ClientIdentity, SecureContextFor } from './secure-contexts.ts'
import { chainExpiry, servedChain } from './served-chain.ts'
import type { ChainExpiry } from './served-chain.ts'

export interface TlsSettings {
  /** Connect to hosts whose certificate cannot be verified. */
  readonly skipVerification: boolean
  readonly identity?: ClientIdentity
  /** Protocols offered by ALPN (RFC 7301). Default: HTTP/1.1. */
  readonly protocols?: readonly string[]
}

export interface TlsConnection {
  readonly failure: null
  readonly socket: TLSSocket
  readonly address: string
  readonly dnsMs: number
  readonly connectMs: number
  readonly tlsMs: number
  /** When the first certificate of the chain that was served expires. */
  readonly certificateExpiresAt: ChainExpiry | null
}

export interface TlsFailed {
  readonly failure: ObservationFailure
  /** The address that was tried, when there was one. */
  readonly address?: string
  /** Also set when the certificate was rejected. */
  readonly certificateExpiresAt: ChainExpiry | null
}

export interface TlsDoor extends TcpDoor {
  readonly contextFor: SecureContextFor
}

const failed = (why: ObservationFailure, certificateExpiresAt: ChainExpiry | null = null): TlsFailed => ({
  failure: why,
  certificateExpiresAt,
})

/**
 * Connects and performs the TLS handshake, the protocols of the settings offered by ALPN. Verification is ours, after the handshake, so that
 * the reason and the expiry of a rejected certificate are known; nothing is sent to a host that was not verified.
 */
export async function connectTls(
  door: TlsDoor,
  target: Target,
  settings: TlsSettings,
  deadline: Deadline,
): Promise<TlsConnection | TlsFailed> {
  if (target.proxyUrl !== undefined) {
    const open = await connectTcp(door, target, deadline)
    if (open.failure) return { ...open, certificateExpiresAt: null }
    return handshake(door, target, { settings, way: open }, deadline)
  }
  const resolved = await door.resolve(target.host, target.family, deadline, target.port)
  if (resolved.failure) return failed(resolved.failure)
  const { address, durationMs: dnsMs } = resolved
  return handshake(door, target, { settings, way: { address, dnsMs } }, deadline)
}

/** How the host is reached: over a new connection to an address, or over one that is there. */
interface Way {
  readonly address: string
  readonly dnsMs: number
  readonly connectMs?: number
  readonly socket?: Socket
}

interface Handshake {
  readonly settings: TlsSettings
  readonly way: Way
}

function handshake(
  door: TlsDoor,
  target: Target,
  { settings, way }: Handshake,
  deadline: Deadline,
): Promise<TlsConnection | TlsFailed> {
  const { address, dnsMs } = way
  return new Promise((settle) => {
    const socket = openSocket(door, target, way, settings)
    if (!('destroy' in socket)) {
      way.socket?.destroy()
      return settle(socket)
    }
    const startedAt = deadline.clock.activeMs()
    let connectedAt = way.socket ? startedAt : 0
    const stop = deadline.onExpire((why) => {
      socket.destroy()
      settle({ ...failed(why), address })
    })
    const fail = (error: Error): void => {
      stop()
      const phase = connectedAt === 0 ? 'connect' : 'tls'
      settle({ ...failed(failureOf(errorCode(error), endpointOf(target), phase)), address })
    }
    socket.setNoDelay(true)
    socket.on('error', dropErrors)
    socket.once('error', fail)
    socket.once('connect', () => (connectedAt = deadline.clock.activeMs()))
    socket.once('secureConnect', () => {
      stop()
      socket.removeListener('error', fail)
      const tlsMs = deadline.clock.activeMs() - connectedAt
      const chain = servedChain(socket)
      const now = { isTrusted: socket.authorized, nowMs: deadline.clock.now() }
      const certificateExpiresAt = chainExpiry(chain, now)
      const hasNames = chain[0]?.subjectAltName !== undefined
      const rejection = settings.skipVerification ? null : rejectionOf(socket, endpointOf(target), hasNames)
      if (rejection) {
        leave(socket, deadline.clock)
        return settle(failed(rejection, certificateExpiresAt))
      }
      const connectMs = way.connectMs ?? connectedAt - startedAt
      settle({ failure: null, socket, address, dnsMs, connectMs, tlsMs, certificateExpiresAt })
    })
  })
}

function openSocket(
  door: TlsDoor,
  target: Target,
  { address, socket }: Way,
  { skipVerification, identity, protocols = ['http/1.1'] }: TlsSettings,
): TLSSocket | TlsFailed {
  const servername = serverNameOf(target.host)
  try {
    return connect({
      ...(socket ? { socket } : { host: address, port: target.port }),
      ...(servername !== null && { servername }),
      secureContext: door.contextFor(identity),
      rejectUnauthorized: false,
      checkServerIdentity: skipVerification ? () => undefined : identityProblem,
      ALPNProtocols: [...protocols],
    })
  } catch (error) {
    return failed(failure('preparation', errorCode(error), 'The client certificate or its key cannot be read.'))
  }
}

/** Addresses are not sent as server name (RFC 6066); Node then verifies the certificate against the address itself. */
export function serverNameOf(text: string): string | null {
  const host = readHost(text)
  return host && 'name' in host && isIP(host.name) === 0 ? host.name.replace(/\.$/, '') : null
}

/** The code of what is wrong with the certificate or its chain. Node stores a code, although its types say Error. */
export function verificationErrorOf(socket: TLSSocket): string | null {
  if (socket.authorized) return null
  const reason: unknown = socket.authorizationError
  return typeof reason === 'string' ? reason : errorCode(reason)
}

function rejectionOf(socket: TLSSocket, endpoint: string, hasNames: boolean): ObservationFailure | null {
  const code = verificationErrorOf(socket)
  if (code === null) return null
  const why = failureOf(code, endpoint, 'tls')
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID' || hasNames) return why
  const message = `The certificate of ${endpoint} has no subject alternative name; clients ignore its common name.`
  return { ...why, message }
}
