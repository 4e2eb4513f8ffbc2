import { readFileSync } from 'node:fs'
import type { Clock } from '#kernel'
import { createAddressPolicy } from './address-policy.ts'
import type { AddressRules, CheckAddress } from './address-policy.ts'
import { call } from './call.ts'
import type { HttpCall, HttpResult } from './call.ts'
import { connectHttp2 } from './connect-http2.ts'
import type { Http2Connection } from './connect-http2.ts'
import { connectTcp } from './connect-tcp.ts'
import type { Target, TcpConnection } from './connect-tcp.ts'
import { connectTls } from './connect-tls.ts'
import type { TlsConnection, TlsFailed, TlsSettings } from './connect-tls.ts'
import { connectUdp } from './connect-udp.ts'
import type { UdpConnection } from './connect-udp.ts'
import type { Deadline } from './deadline.ts'
import { exchange } from './exchange.ts'
import type { Exchange, ExchangeFailed, ExchangeRequest } from './exchange.ts'
import type { Failed } from './failure.ts'
import { createPortPolicy } from './port-policy.ts'
import type { PortRules } from './port-policy.ts'
import { inspectTls } from './inspect-tls.ts'
import type { InspectionSettings, TlsInspection } from './inspect-tls.ts'
import { createNameResolver, systemNameSources } from './name-resolver.ts'
import type { NameResolver, NameServer, NameSources } from './name-resolver.ts'
import { osLookup } from './os-names.ts'
import { createResolve, resolvedAddress } from './resolve.ts'
import type { Resolve } from './resolve.ts'
import { createTunnel } from './tunnel.ts'
import { createSecureContexts, inspectionOptions } from './secure-contexts.ts'

export interface EgressPolicy extends AddressRules, PortRules {
  /** A file of PEM certificates trusted besides the system's authorities. */
  readonly caFile?: string
  /** Whether TCP targets are looked up by the operating system (getaddrinfo) instead of by its name servers. */
  readonly usesOsResolver?: boolean
  /** Whether Node's client sends even plain requests, for comparison with it. */
  readonly usesNodeOnly?: boolean
}

/**
 * The only way to open outgoing connections. Every connection is checked by its resolved address and pinned to it.
 * Nothing here throws or rejects: errors are in `failure`.
 */
export interface Egress {
  /** The checked address of a host, and how long its resolution took. For protocols that open their own sockets. */
  readonly resolve: Resolve
  /** The name of an address, or null; see `NameResolver`. */
  readonly reverseName: NameResolver['reverseName']
  /** The CNAME or TXT records of a name; see `NameResolver`. */
  readonly lookupRecords: NameResolver['lookupRecords']
  /** How many lookups wait for name servers, before one of this host; see `NameResolver`. */
  readonly lookupsAhead: NameResolver['lookupsAhead']
  /** Why an address may not be reached, or null. */
  readonly checkAddress: CheckAddress
  readonly connectTcp: (target: Target, deadline: Deadline) => Promise<TcpConnection | Failed>
  readonly connectTls: (target: Target, settings: TlsSettings, deadline: Deadline) => Promise<TlsConnection | TlsFailed>
  /** A handshake for a report on it, whatever the certificate and the strength of the encryption. */
  readonly inspectTls: (
    target: Target,
    settings: InspectionSettings,
    deadline: Deadline,
  ) => Promise<TlsInspection | Failed>
  readonly connectUdp: (target: Target, deadline: Deadline) => Promise<UdpConnection | Failed>
  /** A client session of HTTP/2 on a new connection, in plain text with prior knowledge when `tls` is null. */
  readonly connectHttp2: (
    target: Target,
    tls: TlsSettings | null,
    deadline: Deadline,
  ) => Promise<Http2Connection | TlsFailed>
  /** An HTTP exchange with its phases, for probes. */
  readonly exchange: (request: ExchangeRequest, deadline: Deadline) => Promise<Exchange | ExchangeFailed>
  /** An HTTP request and its response, for deliveries. No redirect is followed. */
  readonly http: (request: HttpCall) => Promise<HttpResult>
  /**
   * The system's own name servers, and an egress that reaches them whatever the policy says: the operator configured
   * them, and clouds put them on link-local addresses.
   */
  readonly systemResolver: Pick<Egress, 'connectTcp' | 'connectUdp'> & {
    readonly nameServers: () => Promise<readonly NameServer[]>
  }
}

const restrictsAddresses = ({ allowPrivateTargets, onlyRanges, deniedRanges }: EgressPolicy): boolean =>
  !allowPrivateTargets || onlyRanges !== undefined || (deniedRanges ?? []).length > 0

/** Creates the egress. Throws when the CA file cannot be read, or a range of the policy is no CIDR range. */
export function createEgress(policy: EgressPolicy, clock: Clock, sources: NameSources = systemNameSources): Egress {
  const checkAddress = createAddressPolicy(policy)
  const names = createNameResolver(clock, sources)
  const checkPort = createPortPolicy(policy)
  const resolving = { clock, names, checkAddress, checkPort }
  const resolve = createResolve(resolving)
  const authorities = policy.caFile === undefined ? undefined : readFileSync(policy.caFile, 'utf8')
  const tls = { resolve, contextFor: createSecureContexts(authorities) }
  const isStrict = restrictsAddresses(policy)
  const tunnel = createTunnel(tls, isStrict)
  const door = { ...tls, clock, tunnel, isStrict, usesNodeOnly: policy.usesNodeOnly ?? false }
  const tcpDoor = policy.usesOsResolver
    ? { ...door, resolve: createResolve({ ...resolving, names: { ...names, lookup: osLookup } }) }
    : door
  const inspectionDoor = { resolve, tunnel, inspectionContextFor: createSecureContexts(authorities, inspectionOptions) }
  const resolveNameServer: Resolve = async (host, family, deadline, port) =>
    (await names.nameServers()).some((server) => server.host === host)
      ? resolvedAddress(host)
      : resolve(host, family, deadline, port)
  return {
    resolve,
    reverseName: (address, deadline) => names.reverseName(address, deadline),
    lookupRecords: (name, type, deadline) => names.lookupRecords(name, type, deadline),
    lookupsAhead: (host) => names.lookupsAhead(host),
    checkAddress,
    connectTcp: (target, deadline) => connectTcp(tcpDoor, target, deadline),
    connectTls: (target, settings, deadline) => connectTls(door, target, settings, deadline),
    inspectTls: (target, settings, deadline) => inspectTls(inspectionDoor, target, settings, deadline),
    connectUdp: (target, deadline) => connectUdp(resolve, target, deadline),
    connectHttp2: (target, tls, deadline) => connectHttp2(door, target, tls, deadline),
    exchange: (request, deadline) => exchange(door, request, deadline),
    http: (request) => call(door, request),
    systemResolver: {
      nameServers: () => names.nameServers(),
      connectTcp: (target, deadline) => connectTcp({ resolve: resolveNameServer }, target, deadline),
      connectUdp: (target, deadline) => connectUdp(resolveNameServer, target, deadline),
    },
  }
}
