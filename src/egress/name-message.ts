import { decode, encode, RECURSION_DESIRED } from 'dns-packet'
import type { DecodedPacket, TxtData } from 'dns-packet'

export interface NameQuestion {
  /** ASCII, without the trailing dot. */
  readonly name: string
  readonly type: 'A' | 'AAAA' | 'PTR' | 'CNAME' | 'TXT'
}

/**
 * Addresses (names of a PTR or CNAME query, texts of a TXT query) in the order of the message; an error code as Node's
 * resolver has it; or that the answer was truncated and TCP is needed.
 */
export type NameAnswer =
  | { readonly addresses: readonly string[] }
  | { readonly code: string }
  | { readonly isTruncated: true }

const headerBytes = 12
const codes = ['', 'EFORMERR', 'ESERVFAIL', 'ENOTFOUND', 'ENOTIMP', 'EREFUSED']
const codesOfReplies = new Set([...codes, 'ENODATA', 'EBADRESP'])

/** Whether a name server sent it; otherwise it says why none did. */
export const isReply = (answer: NameAnswer): boolean => !('code' in answer) || codesOfReplies.has(answer.code)

/** Null when the name is not valid in a query: a label is empty or longer than 63 bytes (RFC 1035 2.3.4). */
export function encodeNameQuery(id: number, { name, type }: NameQuestion): Buffer | null {
  if (name.split('.').some((label) => label === '' || label.length > 63)) return null
  return encode({ type: 'query', id, flags: RECURSION_DESIRED, questions: [{ type, name }] })
}

/** Parses the answer to a query; null for other messages, because anyone can send packets. */
export function readNameAnswer(bytes: Buffer, id: number, question: NameQuestion): NameAnswer | null {
  if (bytes.length < headerBytes || bytes.readUInt16BE(0) !== id) return null
  const flags = bytes.readUInt16BE(2)
  if ((flags & 0x8000) === 0) return null
  const packet = decoded(bytes)
  if (packet && !isAbout(packet, question)) return null
  if ((flags & 0x0200) !== 0) return { isTruncated: true }
  const code = flags & 0x000f
  if (code !== 0) return { code: codes[code] ?? 'EBADRESP' }
  return packet ? addressesIn(packet, question) : { code: 'EBADRESP' }
}

function addressesIn(packet: DecodedPacket, { type }: NameQuestion): NameAnswer {
  const addresses = (packet.answers ?? []).flatMap((answer) => {
    if (answer.type !== type) return []
    if (answer.type === 'TXT') return [textOf(answer.data)]
    return typeof answer.data === 'string' ? [answer.data] : []
  })
  return addresses.length > 0 ? { addresses } : { code: 'ENODATA' }
}

/** The strings of one TXT record belong together (RFC 7208 3.3). */
const textOf = (data: TxtData): string => Buffer.concat([data].flat().map((part) => Buffer.from(part))).toString('utf8')

/** Some servers omit the question when they return an error. */
const isAbout = ({ questions = [] }: DecodedPacket, { name, type }: NameQuestion): boolean =>
  questions.length === 0 ||
  questions.some((queried) => queried.type === type && queried.name.toLowerCase() === name.toLowerCase())

/** The codec reads past the end of some records without an error; then it has used more bytes than there are. */
function decoded(bytes: Buffer): DecodedPacket | null {
  try {
    const packet = decode(bytes)
    return decode.bytes > bytes.length ? null : packet
  } catch {
    return null
  }
}
