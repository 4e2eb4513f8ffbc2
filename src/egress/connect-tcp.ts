import type { Socket } from 'node:net'
import type { TriedAddress } from '#contract'
import { raceAddresses } from './address-race.ts'
import type { Deadline } from './deadline.ts'
import { failureOf } from './failure.ts'
import type { Failed } from './failure.ts'
import type { IpFamily } from './name-resolver.ts'
import { resolvedAddress } from './resolve.ts'
import type { Resolve, Resolved } from './resolve.ts'

export { dropErrors } from './drop-errors.ts'

/** Which of the addresses of a name are tried, and who is told when it was more than one. */
export interface AddressUse {
  readonly onlyFirst?: boolean
  readonly tried?: (addresses: readonly TriedAddress[]) => void
}

export interface Target {
  /** A name or an address in any notation. */
  readonly host: string
  readonly port: number
  readonly family?: IpFamily
  /** Default: all of them are tried. */
  readonly addresses?: AddressUse | undefined
  /** The result of `resolve` of this egress, for callers that leave out some of its addresses. */
  readonly resolved?: Resolved
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

/** Resolves, checks the addresses, and connects to exactly those; see `raceAddresses`. No data is sent. */
export async function connectTcp(
  { resolve, tunnel }: TcpDoor,
  target: Target,
  deadline: Deadline,
): Promise<TcpConnection | Failed> {
  if (tunnel && target.proxyUrl !== undefined) return tunnel(target, target.proxyUrl, deadline)
  const resolved = await addressesOf(target, resolve, deadline)
  if (resolved.failure) return resolved
  const startedAt = deadline.clock.activeMs()
  const { onlyFirst, tried: tell } = target.addresses ?? {}
  const used = onlyFirst ? resolvedAddress(resolved.address) : resolved
  const { tried, ...first } = await raceAddresses(used, target.port, deadline)
  if (tried.length > 1) tell?.(tried)
  if (first.socket === null) {
    const failure = deadline.failure ?? failureOf(first.code, endpointOf(target), 'connect')
    return { failure, address: resolved.address }
  }
  const connectMs = deadline.clock.activeMs() - startedAt
  return { failure: null, ...first, dnsMs: resolved.durationMs, connectMs }
}

const addressesOf = async (target: Target, resolve: Resolve, deadline: Deadline): ReturnType<Resolve> =>
  target.resolved ?? resolve(target.host, target.family, deadline, target.port)
