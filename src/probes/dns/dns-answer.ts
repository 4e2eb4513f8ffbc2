import type { Answer, DecodedPacket, OptAnswer, SoaData, TxtData } from 'dns-packet'
import type { DnsJsonAnswer } from '#contract'
import { printable } from '#kernel'
import type { DnsMessage, DnsQuestion } from './dns-message.ts'
import { escapeText, presentServiceBinding } from './service-binding.ts'

type DnsRecord = Exclude<Answer, OptAnswer>

interface RecordForms {
  readonly name: string
  readonly type: string
  readonly ttl: number
  /** As in the JSON answer. */
  readonly data: string
  /** As in a zone file. */
  readonly zoneData: string
}

/** The two forms of an answer for assertions: text as `dig` prints it, and JSON. */
export function presentAnswer(message: DnsMessage, question: DnsQuestion): { text: string; json: DnsJsonAnswer } {
  const records = (message.packet.answers ?? []).flatMap((answer) =>
    answer.type === 'OPT' ? [] : [showRecord(answer)],
  )
  return { text: presentText(message, question, records), json: presentJson(message, question, records) }
}

/** The layout of `dig`: header, flags, question and answer sections. */
function presentText(message: DnsMessage, question: DnsQuestion, records: readonly RecordForms[]): string {
  const { packet } = message
  const counts = [
    `QUERY: ${packet.questions?.length ?? 0}`,
    `ANSWER: ${packet.answers?.length ?? 0}`,
    `AUTHORITY: ${packet.authorities?.length ?? 0}`,
    `ADDITIONAL: ${packet.additionals?.length ?? 0}`,
  ]
  const lines = [
    `;; ->>HEADER<<- opcode: ${message.opcode}, status: ${message.responseCode}, id: ${message.id}`,
    `;; flags: ${flagsOf(packet).join(' ')}; ${counts.join(', ')}`,
    '',
    ';; QUESTION SECTION:',
    `;${absolute(question.name)}\tIN\t${question.type}`,
  ]
  const answers = records.map(({ name, ttl, type, zoneData }) => `${name}\t${ttl}\tIN\t${type}\t${zoneData}`)
  if (answers.length > 0) lines.push('', ';; ANSWER SECTION:', ...answers)
  return `${lines.join('\n')}\n`
}

function presentJson(
  { packet, responseCode }: DnsMessage,
  question: DnsQuestion,
  records: readonly RecordForms[],
): DnsJsonAnswer {
  return {
    Status: responseCode,
    TC: packet.flag_tc,
    RD: packet.flag_rd,
    RA: packet.flag_ra,
    AD: packet.flag_ad,
    CD: packet.flag_cd,
    Question: [{ name: absolute(question.name), type: question.type }],
    Answer: records.map(({ name, type, ttl, data }) => ({ name, type, TTL: ttl, data })),
  }
}

function flagsOf(packet: DecodedPacket): string[] {
  const flags = [
    ['qr', packet.flag_qr],
    ['aa', packet.flag_aa],
    ['tc', packet.flag_tc],
    ['rd', packet.flag_rd],
    ['ra', packet.flag_ra],
    ['ad', packet.flag_ad],
    ['cd', packet.flag_cd],
  ] as const
  return flags.filter(([, isSet]) => isSet).map(([name]) => name)
}

/** A name with its trailing dot, unprintable characters escaped. */
const absolute = (name: string): string =>
  name === '.' || name === '' ? '.' : `${escapeText(Buffer.from(name)).replaceAll(' ', '\\032')}.`

const knownNumbers: Readonly<Record<string, string>> = { UNKNOWN_64: 'SVCB', UNKNOWN_65: 'HTTPS' }
const unknownType = /^UNKNOWN_(\d+)$/

function showRecord(record: DnsRecord): RecordForms {
  const type = knownNumbers[record.type] ?? record.type.replace(unknownType, 'TYPE$1')
  const fields = { name: absolute(record.name), type, ttl: record.ttl ?? 0 }
  if (record.type === 'TXT') return { ...fields, ...showText(record.data) }
  const data = showData(record)
  return { ...fields, data, zoneData: data }
}

const longestString = 255

/**
 * The strings of a TXT record belong together; only the zone form separates them, except where a value had to be split
 * because it is longer than a string can be.
 */
function showText(data: TxtData): Pick<RecordForms, 'data' | 'zoneData'> {
  const strings = [data].flat().map((part) => Buffer.from(part))
  const texts = strings.map((part) => escapeText(part, /["\\]/g))
  const zoneData = texts.reduce(
    (all, text, index) => (index === 0 || strings[index - 1]?.length === longestString ? all : `${all}" "`) + text,
    '',
  )
  return { data: printable(Buffer.concat(strings).toString('utf8')), zoneData: `"${zoneData}"` }
}

function showData(record: Exclude<DnsRecord, { type: 'TXT' }>): string {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.data
    case 'CNAME':
    case 'NS':
    case 'PTR':
    case 'DNAME':
      return absolute(record.data)
    case 'MX':
      return `${record.data.preference ?? 0} ${absolute(record.data.exchange)}`
    case 'SOA':
      return showSoa(record.data)
    default:
      return showOther(record.type, record.data)
  }
}

function showSoa({ mname, rname, ...numbers }: SoaData): string {
  const { serial, refresh, retry, expire, minimum } = numbers
  return [absolute(mname), absolute(rname), serial, refresh, retry, expire, minimum].join(' ')
}

/** Types without a text form, and malformed records, are displayed as bytes (RFC 3597). */
function showOther(type: string, data: unknown): string {
  if (!Buffer.isBuffer(data)) return '\\# 0'
  const known = knownNumbers[type] === undefined ? null : presentServiceBinding(data)
  return known ?? `\\# ${data.length} ${data.toString('hex')}`.trimEnd()
}
