import { writeReason } from '#contract/reasons'
import { line } from '../evidence-line.ts'
import { at, numberIn, textIn } from '../json-fields.ts'
import { phasesIn } from '../phases-in.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

export const ICMP: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const response = at(saw, 'response')
    return {
      bodyExcerpt: textIn(response, 'text'),
      phases: phasesIn(saw),
      remoteAddress: textIn(response, 'resolvedIp'),
      packetLoss: numberIn(response, 'packetLoss'),
    }
  },
  answerOf: () => null,
  linesOf: ({ packetLoss }) =>
    packetLoss === null ? [] : [line(writeReason('EVIDENCE_PACKETS', { percent: packetLoss }), 'response', 'packets')],
}
