import type { Assertion, AssertionOutcome, AssertionSourceName, WireSourceName } from '#contract'
import { fillPlaces, reasons, writeReason } from '#contract/reasons'
import { comparisonRules } from './comparison-rules.ts'

const excerptLength = 200
const at = (path: string): string => (path === '' ? '' : writeReason('PLACE_AT_PATH', { path }))
const matching = (pattern: string | null): string => (pattern ? writeReason('PLACE_MATCHED_BY', { pattern }) : '')

const subjects: { readonly [S in WireSourceName]: (assertion: Assertion) => string } = {
  STATUS_CODE: () => writeReason('SUBJECT_STATUS_CODE'),
  RESPONSE_TIME: ({ property: name }) =>
    name === '' ? writeReason('SUBJECT_RESPONSE_TIME') : writeReason('SUBJECT_RESPONSE_TIME_OF', { name }),
  JSON_BODY: ({ property }) => writeReason('SUBJECT_JSON_BODY', { place: at(property) }),
  HEADERS: ({ property: name, regex }) => writeReason('SUBJECT_HEADER_VALUE', { name, place: matching(regex) }),
  TEXT_BODY: ({ property }) => writeReason('SUBJECT_TEXT_BODY', { place: matching(property) }),
  RESPONSE_DATA: ({ property }) => writeReason('SUBJECT_RESPONSE_DATA', { place: matching(property) }),
  RESPONSE_CODE: () => writeReason('SUBJECT_RESPONSE_CODE'),
  TEXT_ANSWER: ({ property }) => writeReason('SUBJECT_TEXT_ANSWER', { place: matching(property) }),
  JSON_ANSWER: ({ property }) => writeReason('SUBJECT_JSON_ANSWER', { place: at(property) }),
  LATENCY: ({ property: name }) => writeReason('SUBJECT_LATENCY', { name }),
  JSON_RESPONSE: ({ property }) => writeReason('SUBJECT_JSON_RESPONSE', { place: at(property) }),
  GRPC_STATUS_CODE: () => writeReason('SUBJECT_GRPC_STATUS_CODE'),
  GRPC_HEALTHCHECK_STATUS: () => writeReason('SUBJECT_HEALTH_STATUS'),
  GRPC_RESPONSE: ({ property }) => writeReason('SUBJECT_GRPC_RESPONSE', { place: at(property) }),
  GRPC_METADATA: ({ property: name }) => writeReason('SUBJECT_METADATA', { name }),
  TEXT_RESPONSE: ({ property }) => writeReason('SUBJECT_TEXT_RESPONSE', { place: matching(property) }),
  CERTIFICATE: ({ property: name }) => writeReason('SUBJECT_OF_CERTIFICATE', { name }),
  CONNECTION: ({ property: name }) => writeReason('SUBJECT_OF_CONNECTION', { name }),
  HOP_COUNT: () => writeReason('SUBJECT_HOP_COUNT'),
  PACKET_LOSS: () => writeReason('SUBJECT_PACKET_LOSS'),
}

/** The message of a failed assertion, with the expected and the actual value. */
export function assertionMessage(outcome: AssertionOutcome): string {
  const subject = hasSubject(outcome.source) ? subjects[outcome.source](outcome) : outcome.source
  const expected = { subject, comparison: comparisonOf(outcome) }
  const { error, actual } = outcome
  if (error !== null) return writeReason('ASSERTION_NOT_EVALUATED', { ...expected, reason: error })
  return actual === null
    ? writeReason('ASSERTION_MISSING', expected)
    : writeReason('ASSERTION_FAILED', { ...expected, actual: excerptOf(actual) })
}

function comparisonOf({ comparison, target: text }: AssertionOutcome): string {
  const target = excerptOf(text)
  return Object.hasOwn(comparisonRules, comparison)
    ? fillPlaces(reasons[comparisonRules[comparison].phrase], { target })
    : writeReason('COMPARISON_OTHER', { comparisonName: comparison, target })
}

const hasSubject = (source: AssertionSourceName): source is WireSourceName => Object.hasOwn(subjects, source)

const excerptOf = (text: string): string => (text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text)
