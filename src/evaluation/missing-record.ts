import type { AssertionOutcome, DnsJsonAnswer } from '#contract'
import { writeReason } from '#contract/reasons'

/**
 * Why a NOERROR answer holds no record of the type that was asked for (RFC 2308, section 2.2), as a sentence; null if it
 * has one. Records count at the name of the question or where its CNAMEs lead; names have no case (RFC 4343).
 */
export function missingRecord({ Question: [question], Answer: records }: DnsJsonAnswer): string | null {
  if (question === undefined) return null
  const owner = question.type === 'CNAME' ? fold(question.name) : endOfAliases(fold(question.name), records)
  if (records.some(({ name, type }) => type === question.type && fold(name) === owner)) return null
  const missing = { recordType: question.type, host: withoutRoot(question.name) }
  return owner === fold(question.name)
    ? writeReason('RECORD_MISSING', missing)
    : writeReason('RECORD_MISSING_BEHIND', { ...missing, owner: withoutRoot(owner) })
}

function endOfAliases(name: string, records: DnsJsonAnswer['Answer']): string {
  const aliases = new Map(
    records.flatMap(({ name: at, type, data }) => (type === 'CNAME' ? [[fold(at), fold(data)] as const] : [])),
  )
  let owner = name
  for (let left = aliases.size; left > 0; left -= 1) owner = aliases.get(owner) ?? owner
  return owner
}

const withoutRoot = (name: string): string => name.replace(/\.$/, '')
const fold = (name: string): string => name.toLowerCase()

/** Whether an assertion that passed says that an answer without any record is right. */
export const expectsNoRecord = (assertions: readonly AssertionOutcome[]): boolean =>
  assertions.some(
    ({ source, property, comparison, passed }) =>
      passed && source === 'JSON_ANSWER' && emptiness.test(`${comparison} ${property.trim().replace(/^\$\./, '')}`),
  )

const emptiness = /^(?:IS_EMPTY Answer|EQUALS Answer(?:\.length)?)$/
