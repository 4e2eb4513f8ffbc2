import type { Assertion, AssertionOutcome, AssertionSourceName, WireSourceName } from '#contract'
import { comparisonRules } from './comparison-rules.ts'

const excerptLength = 200
const at = (property: string): string => (property === '' ? '' : ` at ${property}`)
const matching = (expression: string | null): string => (expression ? ` matched by /${expression}/` : '')

const subjects: { readonly [S in WireSourceName]: (assertion: Assertion) => string } = {
  STATUS_CODE: () => 'the status code',
  RESPONSE_TIME: ({ property }) => `the ${property === '' ? '' : `${property} `}response time in milliseconds`,
  JSON_BODY: ({ property }) => `the JSON body${at(property)}`,
  HEADERS: ({ property, regex }) => `the header "${property}"${matching(regex)}`,
  TEXT_BODY: ({ property }) => `the text body${matching(property)}`,
  RESPONSE_DATA: ({ property }) => `the response data${matching(property)}`,
  RESPONSE_CODE: () => 'the response code',
  TEXT_ANSWER: ({ property }) => `the text answer${matching(property)}`,
  JSON_ANSWER: ({ property }) => `the JSON answer${at(property)}`,
  LATENCY: ({ property }) => `the ${property} latency in milliseconds`,
  JSON_RESPONSE: ({ property }) => `the JSON response${at(property)}`,
  GRPC_STATUS_CODE: () => 'the gRPC status code',
  GRPC_HEALTHCHECK_STATUS: () => 'the health status',
  GRPC_RESPONSE: ({ property }) => `the gRPC response${at(property)}`,
  GRPC_METADATA: ({ property }) => `the metadata "${property}"`,
  TEXT_RESPONSE: ({ property }) => `the text response${matching(property)}`,
  CERTIFICATE: ({ property }) => `${property} of the certificate`,
  CONNECTION: ({ property }) => `${property} of the connection`,
  HOP_COUNT: () => 'the number of hops',
  PACKET_LOSS: () => 'the packet loss of the last hop in percent',
}

/** The message of a failed assertion, with the expected and the actual value. */
export function assertionMessage(outcome: AssertionOutcome): string {
  const subject = hasSubject(outcome.source) ? subjects[outcome.source](outcome) : outcome.source
  const rule = Object.hasOwn(comparisonRules, outcome.comparison) ? comparisonRules[outcome.comparison] : null
  const target = rule?.hasTarget === false ? '' : ` ${quote(outcome.target)}`
  const expectation = `Expected ${subject} ${rule?.phrase ?? outcome.comparison}${target}`
  if (outcome.error !== null) return `${expectation}, but this could not be evaluated. ${outcome.error}`
  return `${expectation}, but ${outcome.actual === null ? 'nothing was found' : `it was ${quote(outcome.actual)}`}.`
}

const hasSubject = (source: AssertionSourceName): source is WireSourceName => Object.hasOwn(subjects, source)

const quote = (text: string): string => `"${text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text}"`
