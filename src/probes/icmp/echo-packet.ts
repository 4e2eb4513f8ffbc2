import type { IcmpRequest } from '#contract'

export type IpFamily = IcmpRequest['ipFamily']

export const headerBytes = 8
export const payloadBytes = 56
export const packetBytes = headerBytes + payloadBytes
/** The part of the payload that must come back unchanged; some devices truncate the rest. */
const tokenBytes = 16

export const echoReply = { IPv4: 0, IPv6: 129 } as const
const echoRequest = { IPv4: 8, IPv6: 128 } as const
/** Errors that quote the packet they are about: unreachable, too big, time exceeded, bad parameter. */
export const errorTypes: Readonly<Record<IpFamily, readonly number[]>> = { IPv4: [3, 11, 12], IPv6: [1, 2, 3, 4] }

/** An echo reply, or a router's error about an echo request of ours. `token` is null when the error quotes too little. */
export interface EchoMessage {
  readonly isReply: boolean
  readonly type: number
  readonly code: number
  readonly ident: number
  readonly sequence: number
  readonly token: Buffer | null
}

export interface EchoRequest {
  readonly family: IpFamily
  readonly ident: number
  readonly sequence: number
  readonly payload: Buffer
}

/** Writes an echo request of 64 bytes into `target` (RFC 792, RFC 4443). The system fills the IPv6 checksum. */
export function writeEchoRequest(target: Buffer, { family, ident, sequence, payload }: EchoRequest): void {
  target.fill(0, 0, headerBytes)
  target[0] = echoRequest[family]
  target.writeUInt16BE(ident, 4)
  target.writeUInt16BE(sequence, 6)
  payload.copy(target, headerBytes, 0, payloadBytes)
  if (family === 'IPv4') target.writeUInt16BE(checksum(target.subarray(0, packetBytes)), 2)
}

/** The Internet checksum of an even number of bytes (RFC 1071). */
function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 2) sum += bytes.readUInt16BE(at)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}

/**
 * Parses an ICMP message without its IP header. Null for messages unrelated to echo requests, and for truncated ones.
 */
export function readEchoMessage(bytes: Buffer, family: IpFamily): EchoMessage | null {
  if (bytes.length < headerBytes) return null
  const type = bytes.readUInt8(0)
  const code = bytes.readUInt8(1)
  if (type === echoReply[family]) return { isReply: true, type, code, ...readEcho(bytes) }
  if (!errorTypes[family].includes(type)) return null
  const quoted = withoutIpHeader(bytes.subarray(headerBytes), family)
  if (quoted.length < headerBytes || quoted.readUInt8(0) !== echoRequest[family]) return null
  return { isReply: false, type, code, ...readEcho(quoted) }
}

/** The payload after the IP header; empty when the header is cut off or carries another protocol. */
export function withoutIpHeader(bytes: Buffer, family: IpFamily): Buffer {
  if (family === 'IPv6') return bytes.subarray(bytes[6] === 58 ? 40 : bytes.length)
  return bytes.subarray(bytes[9] === 1 ? (bytes.readUInt8(0) & 0x0f) * 4 : bytes.length)
}

function readEcho(bytes: Buffer): Pick<EchoMessage, 'ident' | 'sequence' | 'token'> {
  const token = bytes.length < headerBytes + tokenBytes ? null : bytes.subarray(headerBytes, headerBytes + tokenBytes)
  return { ident: bytes.readUInt16BE(4), sequence: bytes.readUInt16BE(6), token }
}

/** Whether a message is about the packet that carried `payload`. A reply must prove it, an error may quote too little. */
export const carries = ({ isReply, token }: EchoMessage, payload: Buffer): boolean =>
  token ? token.equals(payload.subarray(0, tokenBytes)) : !isReply
