import type { DnsJsonAnswer } from '#contract'
import { CaselessText } from './caseless-text.ts'
import type { JsonDocument } from './json-document.ts'

/** Types whose data are names and numbers. */
const namingTypes: ReadonlySet<string> = new Set(['CNAME', 'DNAME', 'MX', 'NS', 'PTR', 'SOA'])

/** The JSON form of an answer, in which names are compared without case. */
export const dnsDocument = (json: DnsJsonAnswer): JsonDocument => ({
  read: () => json,
  comparable: (value, location) =>
    typeof value === 'string' && isName(json, location) ? new CaselessText(value, value.toLowerCase()) : value,
})

function isName({ Answer }: DnsJsonAnswer, [section, index, field]: readonly (string | number)[]): boolean {
  const isRecord = section === 'Answer' || section === 'Question'
  const type = section === 'Answer' && typeof index === 'number' ? Answer[index]?.type : undefined
  return isRecord && (field === 'name' || (field === 'data' && namingTypes.has(type ?? '')))
}

/** The text form, whose lines of records are name, time to live, class, type and data between tabulators. */
export const dnsText = (text: string): CaselessText => new CaselessText(text, text.split('\n').map(foldLine).join('\n'))

function foldLine(line: string): string {
  const [name = '', ...rest] = line.split('\t')
  if (rest.length === 0) return line
  const type = rest[2] ?? ''
  return [
    name.toLowerCase(),
    ...(namingTypes.has(type) ? rest.with(-1, (rest.at(-1) ?? '').toLowerCase()) : rest),
  ].join('\t')
}
