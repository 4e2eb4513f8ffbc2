import { writeReason } from '#contract/reasons'
import { requestErrorOf } from '../request-error-of.ts'
import { displayedRequest } from '../displayed-request.ts'
import { storedBodyLimit } from '../stored-body-limit.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

/** A connection is an answer; with shouldFail an unreachable target passes too. */
export const TCP: CheckTypeEvaluation<'TCP'> = {
  hasResponseTimeLimits: true,
  waitsForMaxResponseTime: false,
  expectable: {
    failures: ['dns', 'connect', 'timeout'],
    evidence: {
      RESPONSE_TIME: { missing: writeReason('NO_CONNECTION') },
      RESPONSE_DATA: '',
      TEXT_BODY: '',
    },
  },
  reasonsOf: () => [],
  evidenceOf: (answer, observation) => ({
    RESPONSE_TIME: { value: observation.responseTimeMs },
    RESPONSE_DATA: answer.data,
    TEXT_BODY: answer.data,
  }),
  hide: (answer, hidden) => ({ ...answer, data: hidden.excerpt(answer.data, storedBodyLimit) }),
  describe: (task, { answer, failure }, assertions) => ({
    assertions,
    request: displayedRequest(task),
    response: answer && { data: answer.data, remoteAddress: answer.remoteAddress },
    requestError: requestErrorOf(failure),
    timingPhases: answer && answer.timingPhases,
  }),
}
