import { maxHeadBytes } from './tolerant-reader.ts'
import { connect } from 'node:http2'
import type { ClientHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { writeReason } from '#contract/reasons'
import type { Clock } from '#kernel'
import { connectTcp, dropErrors, endpointOf } from './connect-tcp.ts'
import type { Target } from './connect-tcp.ts'
import { connectTls } from './connect-tls.ts'
import type { TlsDoor, TlsFailed, TlsSettings } from './connect-tls.ts'
import type { Deadline } from './deadline.ts'
import { errorCode, failure } from './failure.ts'
import { leave, limitLeave } from './leave.ts'
import type { ChainExpiry } from './served-chain.ts'

/** A session on an open, verified connection. `close` must be called in the end; it never throws. */
export interface Http2Connection {
  readonly failure: null
  readonly session: ClientHttp2Session
  readonly address: string
  readonly dnsMs: number
  readonly connectMs: number
  /** Null without TLS. */
  readonly tlsMs: number | null
  readonly certificateExpiresAt: ChainExpiry | null
  readonly endpoint: string
  /** Bytes received so far, TLS and framing included. */
  readonly receivedBytes: () => number
  close(): void
}

interface Open {
  readonly failure: null
  readonly socket: Socket
  readonly address: string
  readonly dnsMs: number
  readonly connectMs: number
  readonly tlsMs: number | null
  readonly certificateExpiresAt: ChainExpiry | null
}

/** Limits for a server: no pushed streams, and headers of as many bytes as over HTTP/1.1. */
const settings = { enablePush: false, maxHeaderListSize: maxHeadBytes, initialWindowSize: 1_048_576 }
const maxSessionMegabytes = 16

/**
 * Connects and starts an HTTP/2 session (RFC 9113) on that connection, so that the address policy holds for it as for any
 * other. The server's preface is not awaited: a server that does not speak HTTP/2 ends the session with an error.
 */
export async function connectHttp2(
  door: TlsDoor,
  target: Target,
  tls: TlsSettings | null,
  deadline: Deadline,
): Promise<Http2Connection | TlsFailed> {
  const open = tls === null ? await openPlain(door, target, deadline) : await openTls(door, target, tls, deadline)
  return open.failure ? open : startSession(open, target, tls === null ? 'http' : 'https', deadline.clock)
}

async function openPlain(door: TlsDoor, target: Target, deadline: Deadline): Promise<Open | TlsFailed> {
  const open = await connectTcp(door, target, deadline)
  if (open.failure) return { failure: open.failure, certificateExpiresAt: null }
  return { ...open, tlsMs: null, certificateExpiresAt: null }
}

/** A server that has no ALPN may still speak HTTP/2; one that chose another protocol will not. */
async function openTls(door: TlsDoor, target: Target, tls: TlsSettings, deadline: Deadline): Promise<Open | TlsFailed> {
  const open = await connectTls(door, target, { ...tls, protocols: ['h2'] }, deadline)
  if (open.failure) return open
  const { alpnProtocol } = open.socket
  if (alpnProtocol === 'h2' || alpnProtocol === false || alpnProtocol === null) return open
  leave(open.socket, deadline.clock)
  const text = writeReason('OTHER_PROTOCOL', { endpoint: endpointOf(target), protocol: alpnProtocol })
  return { failure: failure('tls', 'EALPN', text), certificateExpiresAt: open.certificateExpiresAt }
}

function startSession(open: Open, target: Target, scheme: string, clock: Clock): Http2Connection | TlsFailed {
  const { socket, certificateExpiresAt, address, dnsMs, connectMs, tlsMs } = open
  const endpoint = endpointOf(target)
  try {
    const session = connect(`${scheme}://${endpoint}`, {
      createConnection: () => socket,
      settings,
      maxSessionMemory: maxSessionMegabytes,
      maxReservedRemoteStreams: 0,
    })
    session.on('error', dropErrors)
    const close = (): void => leaveSession(session, socket, clock)
    const receivedBytes = (): number => socket.bytesRead
    const times = { dnsMs, connectMs, tlsMs }
    return { failure: null, session, address, ...times, certificateExpiresAt, endpoint, receivedBytes, close }
  } catch (error) {
    socket.destroy()
    const text = writeReason('NO_HTTP2_SESSION', { endpoint })
    return { failure: failure('preparation', errorCode(error), text), certificateExpiresAt }
  }
}

/** Says goodbye (GOAWAY) also while streams are open. A session that was closing ends its socket in order. */
function leaveSession(session: ClientHttp2Session, socket: Socket, clock: Clock): void {
  session.close()
  session.destroy()
  limitLeave(socket, clock)
}
