import { echoReply, errorTypes } from './echo-packet.ts'
import type { IpFamily } from './echo-packet.ts'
import type { SystemCalls } from './system-calls.ts'

export type PingMethod = 'ping-socket' | 'raw'

export interface OpenSocket {
  readonly descriptor: number
  readonly way: PingMethod
}

const families = { IPv4: 2, IPv6: 10 } as const
const protocols = { IPv4: 1, IPv6: 58 } as const
const types = { 'ping-socket': 2, raw: 3 } as const
const nonBlocking = 0x800
const closeOnExec = 0x8_0000

const socketLevel = 1
const receiveBufferForced = 33
const receiveBuffer = 8
const sendBuffer = 7
export const timestamps = { level: socketLevel, option: 35 } as const
/** Requests the time to live of received packets, which arrives as a control message of type `message`. */
export const timeToLive = {
  IPv4: { level: 0, option: 12, message: 2 },
  IPv6: { level: 41, option: 51, message: 52 },
} as const
const rawFilter = { IPv4: { level: 255, option: 1 }, IPv6: { level: 58, option: 1 } } as const
const bufferBytes = 4 * 1024 * 1024

/**
 * Opens a socket for echo requests: a ping socket, which needs no privilege where `net.ipv4.ping_group_range` allows
 * the group, otherwise a raw one, which needs CAP_NET_RAW. `code` says why neither can be opened.
 */
export function openSocket(system: SystemCalls, family: IpFamily): OpenSocket | { readonly code: string } {
  let code = 'EPERM'
  for (const way of ['ping-socket', 'raw'] as const) {
    const descriptor = system.socket(families[family], types[way] | nonBlocking | closeOnExec, protocols[family])
    if (descriptor >= 0) return { descriptor: configure(system, descriptor, family, way), way }
    code = system.errorName()
  }
  return { code }
}

function configure(system: SystemCalls, descriptor: number, family: IpFamily, way: PingMethod): number {
  const set = ({ level, option }: { level: number; option: number }, value: Buffer): boolean =>
    system.setsockopt(descriptor, level, option, value, value.length) === 0
  set(timestamps, int(1))
  set(timeToLive[family], int(1))
  set({ level: socketLevel, option: sendBuffer }, int(bufferBytes))
  const isForced = set({ level: socketLevel, option: receiveBufferForced }, int(bufferBytes))
  if (!isForced) set({ level: socketLevel, option: receiveBuffer }, int(bufferBytes))
  if (way === 'raw') set(rawFilter[family], filterOf(family))
  return descriptor
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** One bit per message type, set for those that the system filters out. */
function filterOf(family: IpFamily): Buffer {
  const bits = Buffer.alloc(family === 'IPv4' ? 4 : 32, 0xff)
  for (const type of [echoReply[family], ...errorTypes[family]])
    bits.writeUInt8(bits.readUInt8(type >> 3) & ~(1 << (type & 7)), type >> 3)
  return bits
}
