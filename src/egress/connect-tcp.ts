import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Deadline } from './deadline.ts'
import { errorCode, failureOf } from './failure.ts'
import type { Failed } from './failure.ts'
import type { IpFamily } from './name-resolver.ts'
import type { Resolve } from './resolve.ts'

export interface Target {
  /** A name or an address in any notation. */
  readonly host: string
  readonly port: number
  readonly family?: IpFamily
  /** Of an HTTP proxy to connect through. */
  readonly proxyUrl?: string | undefined
}

/** Connects to a target through a proxy. */
export type Tunnel = (target: Target, proxyUrl: string, deadline: Deadline) => Promise<TcpConnection | Failed>

export interface TcpDoor {
  readonly resolve: Resolve
  readonly tunnel?: Tunnel
}

/** An open connection. The caller destroys the socket; errors without a listener are dropped, not thrown. */
export interface TcpConnection {
  readonly failure: null
  readonly socket: Socket
  readonly address: string
  readonly dnsMs: number
  readonly connectMs: number
}

/** `example.com:443`, with IPv6 addresses in brackets. */
export const endpointOf = ({ host, port }: Target): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`

/** Errors after the last listener was removed must not end the process. */
export const dropErrors = (): void => {}

/** Resolves, checks the address, and connects to exactly that address. No data is sent. */
export async function connectTcp(
  { resolve, tunnel }: TcpDoor,
  target: Target,
  deadline: Deadline,
): Promise<TcpConnection | Failed> {
  if (tunnel && target.proxyUrl !== undefined) return tunnel(target, target.proxyUrl, deadline)
  const resolved = await resolve(target.host, target.family, deadline, target.port)
  if (resolved.failure) return resolved
  const { address, durationMs } = resolved
  return new Promise((settle) => {
    const startedAt = deadline.clock.activeMs()
    const socket = connect({ host: address, port: target.port, noDelay: true })
    const stop = deadline.onExpire((why) => {
      socket.destroy()
      settle({ failure: why, address })
    })
    const fail = (error: Error): void => {
      stop()
      settle({ failure: failureOf(errorCode(error), endpointOf(target), 'connect'), address })
    }
    socket.on('error', dropErrors)
    socket.once('error', fail)
    socket.once('connect', () => {
      stop()
      socket.removeListener('error', fail)
      settle({ failure: null, socket, address, dnsMs: durationMs, connectMs: deadline.clock.activeMs() - startedAt })
    })
  })
}
