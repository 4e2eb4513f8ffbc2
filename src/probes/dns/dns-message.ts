import { domainToASCII } from 'node:url'
import { decode, encode, RECURSION_DESIRED } from 'dns-packet'
import type { DecodedPacket, Question, RecordType } from 'dns-packet'
import type { DnsRecordType } from '#contract'

export interface DnsQuestion {
  /** ASCII, without the trailing dot; `.` is the root. */
  readonly name: string
  readonly type: DnsRecordType
}

export interface DnsMessage {
  readonly id: number
  readonly responseCode: string
  readonly opcode: string
  readonly isTruncated: boolean
  readonly packet: DecodedPacket
}

const headerBytes = 12
const maxNameLength = 253
const maxLabelLength = 63

const responseCodes = [
  'NOERROR',
  'FORMERR',
  'SERVFAIL',
  'NXDOMAIN',
  'NOTIMP',
  'REFUSED',
  'YXDOMAIN',
  'YXRRSET',
  'NXRRSET',
  'NOTAUTH',
  'NOTZONE',
  'DSOTYPENI',
]
const opcodes = ['QUERY', 'IQUERY', 'STATUS', 'RESERVED3', 'NOTIFY', 'UPDATE', 'DSO']

/** A name in the form of a query, or null when it has empty or over-long labels (RFC 1035 2.3.4). */
export function readDnsName(text: string): string | null {
  if (text === '.') return '.'
  const name = isAscii(text) ? text : domainToASCII(text)
  const bare = name.endsWith('.') ? name.slice(0, -1) : name
  const isValid =
    bare.length <= maxNameLength && bare.split('.').every(({ length }) => length > 0 && length <= maxLabelLength)
  return isValid ? bare : null
}

const isAscii = (text: string): boolean => !/[^\u0021-\u007e]/.test(text)

/** The codec knows HTTPS (65, RFC 9460) only by its number; its type names do not list it. */
const wireType = (type: DnsRecordType): RecordType => (type === 'HTTPS' ? numbered('UNKNOWN_65') : type)
const numbered = (name: string): RecordType => name as RecordType

const isSameQuestion = (queried: DnsQuestion, echoed: Question): boolean =>
  echoed.type === wireType(queried.type) && plain(echoed.name) === plain(queried.name)

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '')

/** A standard query with recursion desired and no extensions. */
export const encodeQuery = (id: number, { name, type }: DnsQuestion): Buffer =>
  encode({ type: 'query', id, flags: RECURSION_DESIRED, questions: [{ type: wireType(type), name }] })

/**
 * Parses a received message. `foreign`: not an answer to this query, to be ignored, because anyone can send packets.
 * `broken`: the right id, but no valid message.
 */
export function readAnswer(bytes: Buffer, id: number, question: DnsQuestion): DnsMessage | 'foreign' | 'broken' {
  if (bytes.length < headerBytes || bytes.readUInt16BE(0) !== id) return 'foreign'
  const flags = bytes.readUInt16BE(2)
  if ((flags & 0x8000) === 0) return 'foreign'
  const packet = decodeOrNull(bytes)
  if (!packet) return 'broken'
  const echoed = packet.questions ?? []
  if (echoed.length > 0 && !echoed.some((other) => isSameQuestion(question, other))) return 'foreign'
  return {
    id,
    responseCode: responseCodes[flags & 0x0f] ?? `RCODE${flags & 0x0f}`,
    opcode: opcodes[(flags >> 11) & 0x0f] ?? `OPCODE${(flags >> 11) & 0x0f}`,
    isTruncated: packet.flag_tc,
    packet,
  }
}

/** A truncated message may end inside a record; its header suffices to query again over TCP. */
function decodeOrNull(bytes: Buffer): DecodedPacket | null {
  const message = tryDecode(bytes)
  return message ?? ((bytes.readUInt16BE(2) & 0x0200) === 0 ? null : tryDecode(headerOnly(bytes)))
}

/** The codec reads past the end of some records without an error; then it has used more bytes than there are. */
function tryDecode(bytes: Buffer): DecodedPacket | null {
  try {
    const packet = decode(bytes)
    return decode.bytes > bytes.length ? null : packet
  } catch {
    return null
  }
}

function headerOnly(bytes: Buffer): Buffer {
  const header = Buffer.from(bytes.subarray(0, headerBytes))
  return header.fill(0, 4)
}
