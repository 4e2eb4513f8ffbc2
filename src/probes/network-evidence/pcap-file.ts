import { keptBytes } from './capture-filter.ts'

/** `at` is milliseconds since 1970; `bytes` begin with the IP header and may be cut. */
export interface CapturedPacket {
  readonly at: number
  readonly bytes: Buffer
}

const headerBytes = 24
const recordBytes = 16
/** The link type of packets that begin with their IP header. */
const rawIp = 101

/** A file of packets in the format of libpcap, version 2.4, with times in microseconds. */
export function pcapFile(packets: readonly CapturedPacket[]): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(0xa1b2_c3d4, 0)
  header.writeUInt16LE(2, 4)
  header.writeUInt16LE(4, 6)
  header.writeUInt32LE(keptBytes, 16)
  header.writeUInt32LE(rawIp, 20)
  return Buffer.concat([header, ...packets.flatMap(({ at, bytes }) => [recordHeader(at, bytes), bytes])])
}

function recordHeader(at: number, bytes: Buffer): Buffer {
  const micros = Math.round(at * 1000)
  const header = Buffer.alloc(recordBytes)
  header.writeUInt32LE(Math.floor(micros / 1e6), 0)
  header.writeUInt32LE(micros % 1e6, 4)
  header.writeUInt32LE(bytes.length, 8)
  header.writeUInt32LE(wholeLength(bytes), 12)
  return header
}

/** The length by the IP header, which is more than `bytes` when the packet was cut. */
function wholeLength(bytes: Buffer): number {
  const isIpv6 = ((bytes[0] ?? 0) & 0xf0) === 0x60
  const length = isIpv6 ? 40 + bytes.readUInt16BE(4) : bytes.readUInt16BE(2)
  return Math.max(bytes.length, length)
}
