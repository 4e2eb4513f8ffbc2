import { fillPlaces, isNumeric, kindOfPlace, readReason } from '#contract/reasons'
import type { Reason, ReasonCode, Said } from '#contract/reasons'
import { analysis } from './analysis.ts'
import { assertion } from './assertion.ts'
import { certificate } from './certificate.ts'
import { connection } from './connection.ts'
import { delivery } from './delivery.ts'
import { difference } from './difference.ts'
import { dns } from './dns.ts'
import { drift } from './drift.ts'
import { explanation } from './explanation.ts'
import { grpc } from './grpc.ts'
import { http } from './http.ts'
import { icmp } from './icmp.ts'
import { installation } from './installation.ts'
import { phrases } from './phrases.ts'
import { run } from './run.ts'
import { runLog } from './run-log.ts'
import { schema } from './schema.ts'
import { scripts } from './scripts.ts'
import { tcp } from './tcp.ts'
import { template } from './template.ts'
import { traceroute } from './traceroute.ts'

/** The German sentence of each reason, with the places of the English one. */
export const germanReasons: Readonly<Record<ReasonCode, string>> = {
  ...phrases,
  ...analysis,
  ...assertion,
  ...certificate,
  ...connection,
  ...delivery,
  ...difference,
  ...dns,
  ...drift,
  ...explanation,
  ...grpc,
  ...http,
  ...icmp,
  ...installation,
  ...run,
  ...runLog,
  ...schema,
  ...scripts,
  ...tcp,
  ...template,
  ...traceroute,
}

/** A text of the service in German; text that is not of its table, as answers of others are, stays as it is. */
export function germanReason(message: string): string {
  const said = readReason(message)
  return !isReason(said) && message.includes('\n')
    ? message
        .split('\n')
        .map((line) => inGerman(readReason(line)))
        .join('\n')
    : inGerman(said)
}

const isReason = (said: Said): said is Reason => typeof said === 'object' && 'code' in said

function inGerman(said: Said): string {
  if (typeof said === 'string') return said
  if (!isReason(said)) return said.map(inGerman).join(' ')
  const values = Object.entries(said.params).map(([name, value]) => [name, valueOf(name, value)] as const)
  const text = fillPlaces(germanReasons[said.code], Object.fromEntries(values))
  return said.isWithoutStop === true ? text.replace(/\.$/, '') : text
}

/** Numbers have a decimal comma. */
const valueOf = (name: string, value: Said): string =>
  isNumeric(kindOfPlace(name)) ? inGerman(value).replace('.', ',') : inGerman(value)
