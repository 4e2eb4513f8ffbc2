import { writeReason } from '#contract/reasons'
import { at, listIn, numberIn, textIn } from '../json-fields.ts'
import { line } from '../evidence-line.ts'
import { phasesIn } from '../phases-in.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

/** Headers that say who answered and why; anything else in an answer may be private and helps little. */
const diagnosticHeaders = [
  'age',
  'cf-mitigated',
  'cf-ray',
  'content-length',
  'content-type',
  'date',
  'location',
  'retry-after',
  'server',
  'via',
  'www-authenticate',
  'x-cache',
]

/** The common part of types that make HTTP requests. */
export const httpDiagnosis: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const response = at(saw, 'response')
    const status = numberIn(response, 'status')
    return {
      status: status === 0 ? null : status,
      headers: headersOf(at(response, 'headers')),
      bodyExcerpt: textIn(response, 'body'),
      phases: phasesIn(response),
      remoteAddress: textIn(response, 'remoteAddress'),
    }
  },
  recordOf: (saw) => ({ redirects: redirectsIn(saw) }),
  answerOf: (saw) => {
    const response = at(saw, 'response')
    const text = textIn(response, 'body')
    if (text === null || textIn(response, 'bodyEncoding') !== null) return null
    return { text, contentType: textIn(at(response, 'headers'), 'content-type') ?? '' }
  },
  linesOf: ({ status }) =>
    status !== null && status > 0
      ? [line(writeReason('EVIDENCE_STATUS', { httpStatus: status }), 'response', 'status')]
      : [],
}

/** The probe notes each redirect that it follows. */
const redirectsIn = (saw: unknown): string[] =>
  listIn(at(saw, 'jobLog'), 'request').flatMap((entry) => {
    const [, target] = /^\d{3} redirects to (\S+)$/.exec(textIn(entry, 'msg') ?? '') ?? []
    return target ?? []
  })

function headersOf(headers: unknown): Record<string, string> {
  return Object.fromEntries(
    diagnosticHeaders.flatMap((name) => {
      const value = textIn(headers, name)
      return value === null ? [] : [[name, value.slice(0, 200)]]
    }),
  )
}
