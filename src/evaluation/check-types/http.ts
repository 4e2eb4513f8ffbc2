import type { AssertionOutcome, HttpAnswer, HttpSent, LogLine, Observation, RunTask, ScriptLogs } from '#contract'
import { writeReason } from '#contract/reasons'
import { redactor } from '#redaction'
import { assetFields } from '../asset-references.ts'
import type { HiddenText } from '../hidden-text.ts'
import { hideRecord } from '../hide-record.ts'
import { lockedKeys, maskNamed } from '../masked-headers.ts'
import { requestErrorOf } from '../request-error-of.ts'
import { storedBodyLimit } from '../stored-body-limit.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

type HttpType = 'API' | 'URL'

/** The shape of `GET /v1/check-results/{checkId}/{checkResultId}`. */
export interface ApiCheckResult {
  readonly assertions: readonly AssertionOutcome[]
  readonly request: HttpSent
  readonly response: {
    /** 0 without an answer; then the strings are empty and the objects null. */
    readonly status: number
    readonly statusText: string
    readonly body: string
    readonly bodyEncoding?: 'base64'
    readonly headers: HttpAnswer['headers'] | null
    /** The address of the server; null without an answer, and behind a proxy. */
    readonly remoteAddress: string | null
    readonly timings: HttpAnswer['timings'] | null
    readonly timingPhases: HttpAnswer['timingPhases'] | null
  }
  readonly requestError: string | null
  readonly jobLog: ScriptLogs & { readonly request: readonly LogLine[] }
  readonly jobAssets: readonly string[] | null
  readonly pcapDataUrl: string | null
}

const firstFailingStatus = 400

/**
 * The common evaluation of HTTP check types. A status from 400 fails, whatever the assertions; with shouldFail only
 * assertions decide. Their results have the same shape.
 */
export const httpEvaluation: Omit<CheckTypeEvaluation<HttpType>, 'evidenceOf' | 'expectable'> & {
  readonly expectable: null
} = {
  hasResponseTimeLimits: true,
  waitsForMaxResponseTime: true,
  expectable: null,
  reasonsOf: ({ status, statusText }, { shouldFail }, assertions) => {
    if (shouldFail || status < firstFailingStatus) return []
    const isAsserted = assertions.some(({ source, passed }) => source === 'STATUS_CODE' && passed)
    const advice = isAsserted ? ` ${writeReason('STATUS_ADVICE')}` : ''
    const name = [status, statusText].join(' ').trim()
    const message = writeReason('STATUS_UNEXPECTED', { limit: firstFailingStatus, status: name })
    return [{ kind: 'status', outcome: 'failed', message: `${message}${advice}` }]
  },
  hide: hideHttp,
  describe: describeHttp,
}

function hideHttp(answer: HttpAnswer, hidden: HiddenText): HttpAnswer {
  return {
    ...answer,
    statusText: hidden.all(answer.statusText),
    headers: maskNamed(hideRecord(answer.headers, hidden)),
    body: hidden.excerpt(answer.body, storedBodyLimit),
    bodyTruncated: answer.bodyTruncated || answer.body.length > storedBodyLimit,
    finalUrl: hidden.all(answer.finalUrl),
  }
}

function describeHttp(
  task: Pick<RunTask<HttpType>, 'request' | 'secrets'>,
  { answer, failure, sent, log, scriptLogs, storedArtifacts = [] }: Observation<HttpType>,
  assertions: readonly AssertionOutcome[],
): ApiCheckResult {
  return {
    assertions,
    request: sent ?? intendedRequest(task),
    response: answer === null ? noResponse : httpResponse(answer),
    requestError: requestErrorOf(failure),
    jobLog: { setup: scriptLogs?.setup ?? [], request: log, teardown: scriptLogs?.teardown ?? [] },
    ...assetFields({ storedArtifacts }),
  }
}

const noResponse: ApiCheckResult['response'] = {
  status: 0,
  statusText: '',
  body: '',
  headers: null,
  remoteAddress: null,
  timings: null,
  timingPhases: null,
}

const httpResponse = (answer: HttpAnswer): ApiCheckResult['response'] => ({
  status: answer.status,
  statusText: answer.statusText,
  body: answer.body,
  ...(answer.bodyEncoding ? { bodyEncoding: answer.bodyEncoding } : {}),
  headers: answer.headers,
  remoteAddress: answer.remoteAddress,
  timings: answer.timings,
  timingPhases: answer.timingPhases,
})

/** The request that would have been sent, for runs that ended before they sent it. */
function intendedRequest({ request, secrets }: Pick<RunTask<HttpType>, 'request' | 'secrets'>): HttpSent {
  const redact = redactor(secrets)
  const pairs = (list: typeof request.headers): Record<string, string> =>
    maskNamed(Object.fromEntries(list.map(({ key, value }) => [key, redact(value)])), lockedKeys(list))
  return {
    method: request.method,
    url: redact(request.url),
    data: redact(request.body),
    headers: pairs(request.headers),
    params: pairs(request.queryParameters),
  }
}
