import { echoReply, errorTypes } from './echo-packet.ts'
import type { IpFamily } from './echo-packet.ts'
import {
  addressFamilies,
  closeOnExec,
  icmpProtocols,
  nonBlocking,
  optionValue,
  rawFilters,
  receivedTimeToLive,
  socketOptions,
  socketTypes,
} from '../system/socket-options.ts'
import type { SocketOption } from '../system/socket-options.ts'
import type { SystemCalls } from '../system/system-calls.ts'

export type PingMethod = 'ping-socket' | 'raw'

export interface OpenSocket {
  readonly descriptor: number
  readonly way: PingMethod
}

const types = { 'ping-socket': socketTypes.datagram, raw: socketTypes.raw } as const
const bufferBytes = 4 * 1024 * 1024

/**
 * Opens a socket for echo requests: a ping socket, which needs no privilege where `net.ipv4.ping_group_range` allows
 * the group, otherwise a raw one, which needs CAP_NET_RAW. `code` says why neither can be opened.
 */
export function openSocket(system: SystemCalls, family: IpFamily): OpenSocket | { readonly code: string } {
  let code = 'EPERM'
  for (const way of ['ping-socket', 'raw'] as const) {
    const descriptor = system.socket(
      addressFamilies[family],
      types[way] | nonBlocking | closeOnExec,
      icmpProtocols[family],
    )
    if (descriptor >= 0) return { descriptor: configure(system, descriptor, family, way), way }
    code = system.errorName()
  }
  return { code }
}

function configure(system: SystemCalls, descriptor: number, family: IpFamily, way: PingMethod): number {
  const set = ({ level, option }: SocketOption, value: Buffer): boolean =>
    system.setsockopt(descriptor, level, option, value, value.length) === 0
  set(socketOptions.timestamps, optionValue(1))
  set(receivedTimeToLive[family], optionValue(1))
  set(socketOptions.sendBuffer, optionValue(bufferBytes))
  const isForced = set(socketOptions.receiveBufferForced, optionValue(bufferBytes))
  if (!isForced) set(socketOptions.receiveBuffer, optionValue(bufferBytes))
  if (way === 'raw') set(rawFilters[family], filterOf(family))
  return descriptor
}

/** One bit per message type, set for those that the system filters out. */
function filterOf(family: IpFamily): Buffer {
  const bits = Buffer.alloc(family === 'IPv4' ? 4 : 32, 0xff)
  for (const type of [echoReply[family], ...errorTypes[family]])
    bits.writeUInt8(bits.readUInt8(type >> 3) & ~(1 << (type & 7)), type >> 3)
  return bits
}
