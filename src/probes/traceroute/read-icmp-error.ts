import type { QuotedError } from '../system/message-reader.ts'
import type { RouteReply, RouteTarget } from './route-prober.ts'

const timeExceeded = { IPv4: 11, IPv6: 3 } as const
const tooBig = { IPv4: -1, IPv6: 2 } as const
/** Protocols whose probes arrive by making the target answer that nothing takes them. */
const arrivesByRefusal = new Set(['UDP', 'SCTP'])

/** The hop that an ICMP error reveals (RFC 792, RFC 4443); null for errors of other kinds. */
export function readIcmpError(
  { from, type, code }: Pick<QuotedError, 'from' | 'type' | 'code'>,
  { address, family, protocol }: RouteTarget,
): Omit<RouteReply, 'rtt'> | null {
  const icmp = `${type}/${code}`
  if (type === timeExceeded[family]) return { kind: 'hop', address: from, icmp }
  if (type === tooBig[family]) return null
  const hasArrived = from === address && arrivesByRefusal.has(protocol)
  return { kind: hasArrived ? 'arrived' : 'unreachable', address: from, icmp }
}
