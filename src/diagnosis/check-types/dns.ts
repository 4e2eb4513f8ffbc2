import { writeReason } from '#contract/reasons'
import type { RunEvidence } from '../evidence.ts'
import { line } from '../evidence-line.ts'
import { at, listIn, textIn } from '../json-fields.ts'
import { phasesIn } from '../phases-in.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

const recordLimit = 20

export const DNS: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const response = at(saw, 'response')
    return { bodyExcerpt: textIn(response, 'text'), phases: phasesIn(saw), dns: dnsOf(response) }
  },
  answerOf: () => null,
  linesOf: ({ dns }) =>
    dns === null
      ? []
      : [
          line(
            writeReason('EVIDENCE_DNS', { responseCode: dns.responseCode, count: dns.answers.length }),
            'dns',
            'answer',
          ),
        ],
  shownTargetOf: (request) => {
    const query = textIn(request, 'query')
    if (query === null) return null
    const server = textIn(request, 'nameServer')
    return `${textIn(request, 'recordType') ?? 'A'} records of ${query}${server ? ` at ${server}` : ''}`
  },
}

function dnsOf(response: unknown): RunEvidence['dns'] {
  const responseCode = textIn(response, 'responseCode')
  if (responseCode === null) return null
  const answers = listIn(at(response, 'json'), 'Answer').flatMap((row) => textIn(row, 'data') ?? [])
  return { responseCode, answers: answers.slice(0, recordLimit).toSorted() }
}
