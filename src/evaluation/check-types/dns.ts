import type { AssertionOutcome, DnsAnswer, DnsJsonAnswer, RunTask, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'
import type { HiddenText } from '../hidden-text.ts'
import { requestErrorOf } from '../request-error-of.ts'
import { displayedRequest } from '../displayed-request.ts'
import { dnsDocument, dnsText } from '../dns-names.ts'
import { expectsNoRecord, missingRecord } from '../missing-record.ts'
import { storedBodyLimit } from '../stored-body-limit.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

/**
 * Any response code but NOERROR fails, unless there is a RESPONSE_CODE assertion; so does NOERROR without a record of the
 * type, except in a service that stands in for the hosted product.
 */
export const DNS: CheckTypeEvaluation<'DNS'> = {
  hasResponseTimeLimits: true,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: reasonsAgainst,
  evidenceOf: (answer, observation) => ({
    RESPONSE_TIME: { value: observation.responseTimeMs },
    RESPONSE_CODE: answer.responseCode,
    TEXT_ANSWER: dnsText(answer.text),
    JSON_ANSWER: dnsDocument(answer.json),
  }),
  hide: (answer, hidden) => ({
    ...answer,
    text: hidden.excerpt(answer.text, storedBodyLimit),
    json: hideJson(answer.json, hidden),
  }),
  describe: (task, { answer, failure }, assertions) => ({
    assertions,
    request: displayedRequest(task),
    response: answer && {
      responseCode: answer.responseCode,
      text: answer.text,
      json: answer.json,
      nameServer: answer.nameServer,
      protocol: answer.protocol,
      ...noteOn(answer),
    },
    requestError: requestErrorOf(failure),
    timingPhases: answer && answer.timingPhases,
  }),
}

function reasonsAgainst(
  answer: DnsAnswer,
  { isDropIn }: Pick<RunTask<'DNS'>, 'isDropIn'>,
  assertions: readonly AssertionOutcome[],
): VerdictReason[] {
  const { responseCode } = answer
  const fails = (message: string): VerdictReason[] => [{ kind: 'response-code', outcome: 'failed', message }]
  if (responseCode !== 'NOERROR')
    return assertions.some(({ source }) => source === 'RESPONSE_CODE')
      ? []
      : fails(writeReason('RESPONSE_CODE_UNEXPECTED', { answer: responseCode }))
  const missing = missingRecord(answer.json)
  const isExpected = answer.json.Answer.length === 0 && expectsNoRecord(assertions)
  return missing === null || isDropIn || isExpected ? [] : fails(missing)
}

function noteOn({ responseCode, json }: DnsAnswer): { readonly note?: string } {
  const note = responseCode === 'NOERROR' ? missingRecord(json) : null
  return note === null ? {} : { note }
}

const hideJson = (json: DnsJsonAnswer, hidden: HiddenText): DnsJsonAnswer => ({
  ...json,
  Question: json.Question.map((question) => ({ ...question, name: hidden.all(question.name) })),
  Answer: json.Answer.map((row) => ({ ...row, name: hidden.all(row.name), data: hidden.all(row.data) })),
})
