import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { SecureContext, TLSSocket } from 'node:tls'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { connectTcp, dropErrors, endpointOf } from './connect-tcp.ts'
import type { Target, TcpConnection, TcpDoor } from './connect-tcp.ts'
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
  const context = contextOf(door, settings)
  if ('failure' in context) return context
  const open = await connectTcp(door, target, deadline)
  if (open.failure) return { ...open, certificateExpiresAt: null }
  return handshake(target, { settings, context, open }, deadline)
}

function contextOf({ contextFor }: TlsDoor, { identity }: TlsSettings): SecureContext | TlsFailed {
  try {
    return contextFor(identity)
  } catch (error) {
    return failed(failure('preparation', errorCode(error), writeReason('CLIENT_CERTIFICATE_UNREADABLE')))
  }
}

interface Handshake {
  readonly settings: TlsSettings
  readonly context: SecureContext
  readonly open: TcpConnection
}

function handshake(target: Target, started: Handshake, deadline: Deadline): Promise<TlsConnection | TlsFailed> {
  const { settings, open } = started
  const { address, dnsMs, connectMs } = open
  return new Promise((settle) => {
    const socket = secure(target, started)
    const startedAt = deadline.clock.activeMs()
    const stop = deadline.onExpire((why) => {
      socket.destroy()
      settle({ ...failed(why), address })
    })
    const fail = (error: Error): void => {
      stop()
      settle({ ...failed(failureOf(errorCode(error), endpointOf(target), 'tls')), address })
    }
    socket.on('error', dropErrors)
    socket.once('error', fail)
    socket.once('secureConnect', () => {
      stop()
      socket.removeListener('error', fail)
      const tlsMs = deadline.clock.activeMs() - startedAt
      const chain = servedChain(socket)
      const now = { isTrusted: socket.authorized, nowMs: deadline.clock.now() }
      const certificateExpiresAt = chainExpiry(chain, now)
      const hasNames = chain[0]?.subjectAltName !== undefined
      const rejection = settings.skipVerification ? null : rejectionOf(socket, endpointOf(target), hasNames)
      if (rejection) {
        leave(socket, deadline.clock)
        return settle(failed(rejection, certificateExpiresAt))
      }
      settle({ failure: null, socket, address, dnsMs, connectMs, tlsMs, certificateExpiresAt })
    })
  })
}

function secure({ host }: Target, { settings, context, open }: Handshake): TLSSocket {
  const { skipVerification, protocols = ['http/1.1'] } = settings
  const servername = serverNameOf(host)
  return connect({
    socket: open.socket,
    // Whose certificate it has to be.
    ...(servername === null ? { host: bareHost(host) } : { servername }),
    secureContext: context,
    rejectUnauthorized: false,
    checkServerIdentity: skipVerification ? () => undefined : identityProblem,
    ALPNProtocols: [...protocols],
  })
}

function bareHost(text: string): string {
  const host = readHost(text)
  return host && 'address' in host ? host.address : text
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
  const message = writeReason('NO_ALTERNATIVE_NAME', { endpoint })
  return { ...why, message }
}
