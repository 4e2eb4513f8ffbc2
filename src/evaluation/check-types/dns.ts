import type { DnsJsonAnswer } from '#contract'
import type { HiddenText } from '../hidden-text.ts'
import { knownDocument } from '../json-document.ts'
import { requestErrorOf } from '../request-error-of.ts'
import { displayedRequest } from '../displayed-request.ts'
import { storedBodyLimit } from '../stored-body-limit.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

/** Any response code but NOERROR fails, unless there is a RESPONSE_CODE assertion. */
export const DNS: CheckTypeEvaluation<'DNS'> = {
  hasResponseTimeLimits: true,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: ({ responseCode }, _task, assertions) => {
    if (responseCode === 'NOERROR' || assertions.some(({ source }) => source === 'RESPONSE_CODE')) return []
    const message = `Expected the response code NOERROR, but it was ${responseCode}.`
    return [{ kind: 'response-code', outcome: 'failed', message }]
  },
  evidenceOf: (answer, observation) => ({
    RESPONSE_TIME: { value: observation.responseTimeMs },
    RESPONSE_CODE: answer.responseCode,
    TEXT_ANSWER: answer.text,
    JSON_ANSWER: knownDocument(answer.json),
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
    },
    requestError: requestErrorOf(failure),
    timingPhases: answer && answer.timingPhases,
  }),
}

const hideJson = (json: DnsJsonAnswer, hidden: HiddenText): DnsJsonAnswer => ({
  ...json,
  Question: json.Question.map((question) => ({ ...question, name: hidden.all(question.name) })),
  Answer: json.Answer.map((row) => ({ ...row, name: hidden.all(row.name), data: hidden.all(row.data) })),
})
