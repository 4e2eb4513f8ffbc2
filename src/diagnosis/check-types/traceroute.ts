import { writeReason } from '#contract/reasons'
import { line } from '../evidence-line.ts'
import { at, listIn, numberIn, textIn } from '../json-fields.ts'
import { phasesIn } from '../phases-in.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

export const TRACEROUTE: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const response = at(saw, 'response')
    const hops = listIn(response, 'hops')
    return {
      bodyExcerpt: hops.length === 0 ? null : hops.map(hopLine).join('\n'),
      phases: phasesIn(saw),
      remoteAddress: textIn(response, 'resolvedIp'),
      packetLoss: numberIn(hops.at(-1), 'loss_percentage'),
    }
  },
  recordOf: (saw) => ({ route: listIn(at(saw, 'response'), 'hops').map((hop) => textIn(hop, 'main_ip')) }),
  answerOf: () => null,
  linesOf: ({ bodyExcerpt, packetLoss }) => {
    const lastKnown = bodyExcerpt?.split('\n').findLast((text) => !text.endsWith(unknown))
    return [
      ...(lastKnown === undefined
        ? []
        : [line(writeReason('EVIDENCE_LAST_HOP', { hopText: lastKnown }), 'response', 'hops')]),
      ...(packetLoss === null
        ? []
        : [line(writeReason('EVIDENCE_PACKETS_OF_HOP', { percent: packetLoss }), 'response', 'packets')]),
    ]
  },
}

const unknown = 'no answer'

function hopLine(hop: unknown): string {
  const address = textIn(hop, 'main_ip')
  const name = textIn(hop, 'main_host')
  const average = numberIn(at(hop, 'rtt'), 'avg_ms')
  const who = address === null ? unknown : [address, name && `(${name})`, average !== null && `${average} ms`]
  return `${numberIn(hop, 'hop_number') ?? '?'} ${Array.isArray(who) ? who.filter(Boolean).join(' ') : who}`
}
