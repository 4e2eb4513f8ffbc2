import type {
  Answers,
  AssertionOutcome,
  DnsRequest,
  HttpAnswer,
  HttpSent,
  IcmpRequest,
  LogLine,
  Observation,
  ObservationFailure,
  RunTask,
  TcpRequest,
  Verdict,
  WireCheckType,
} from '#contract'
import { redactDeep, redactor } from '#kernel'
import { assertionSentence } from './assertion-sentence.ts'
import { lockedKeys, maskNamed } from './masked-headers.ts'

interface Described<Request, Response, TimingPhases> {
  /** `error` says in a sentence why an assertion failed; null when it passed. */
  readonly assertions: readonly AssertionOutcome[]
  readonly request: Request
  /** Null when there was no answer. */
  readonly response: Response | null
  /** `CODE: text`, null when there was an answer. */
  readonly requestError: string | null
  readonly timingPhases: TimingPhases | null
}

/** The shape of `GET /v1/check-results/{checkId}/{checkResultId}`. */
export interface ApiCheckResult {
  readonly assertions: readonly AssertionOutcome[]
  readonly request: HttpSent
  readonly response: {
    /** 0 when there was no answer; then the texts are empty and the objects null. */
    readonly status: number
    readonly statusText: string
    readonly body: string
    readonly bodyEncoding?: 'base64'
    readonly headers: HttpAnswer['headers'] | null
    /** Where the answer came from; null when there was none, or a proxy in between. */
    readonly remoteAddress: string | null
    readonly timings: HttpAnswer['timings'] | null
    readonly timingPhases: HttpAnswer['timingPhases'] | null
  }
  readonly requestError: string | null
  readonly jobLog: { readonly setup: LogLine[]; readonly request: readonly LogLine[]; readonly teardown: LogLine[] }
  readonly jobAssets: null
  readonly pcapDataUrl: null
}

export interface ResultDetails {
  readonly apiCheckResult: ApiCheckResult
  readonly tcpCheckResult: Described<
    Omit<TcpRequest, 'assertions'>,
    Omit<Answers['TCP'], 'timingPhases'>,
    Answers['TCP']['timingPhases']
  >
  readonly dnsCheckResult: Described<
    Omit<DnsRequest, 'assertions'>,
    Omit<Answers['DNS'], 'timingPhases'>,
    Answers['DNS']['timingPhases']
  >
  readonly icmpCheckResult: Described<
    Omit<IcmpRequest, 'assertions'>,
    Answers['ICMP']['json'] & { readonly text: string },
    { readonly dns: number; readonly total: number }
  >
}

/** The sub-object stored with a result, under the name the public API gives it. */
export type ResultDetail = Partial<ResultDetails>

/**
 * What a run saw, in the shape it is stored and read in. URL checks use `apiCheckResult` too. The observation and the
 * verdict come from `hideSecrets`; what is taken from the task's request is redacted here.
 */
export function describeResult<T extends WireCheckType>(
  task: Pick<RunTask<T>, 'checkType' | 'request' | 'secrets'>,
  observation: Observation<T>,
  verdict: Verdict,
): ResultDetail {
  const assertions = verdict.assertions.map(explained)
  return describers[task.checkType](task, observation, assertions)
}

/** A failed response without an answer reads `CODE: text`. */
export const requestErrorOf = (failure: ObservationFailure | null): string | null =>
  failure === null ? null : `${failure.code}: ${failure.message}`

const explained = (outcome: AssertionOutcome): AssertionOutcome =>
  outcome.passed ? outcome : { ...outcome, error: assertionSentence(outcome) }

type Describe<T extends WireCheckType> = (
  task: Pick<RunTask<T>, 'request' | 'secrets'>,
  observation: Observation<T>,
  assertions: readonly AssertionOutcome[],
) => ResultDetail

const describers: { readonly [T in WireCheckType]: Describe<T> } = {
  URL: describeHttp,
  API: describeHttp,
  TCP: (task, { answer, failure }, assertions) => ({
    tcpCheckResult: {
      assertions,
      request: shownRequest(task),
      response: answer && { data: answer.data, remoteAddress: answer.remoteAddress },
      requestError: requestErrorOf(failure),
      timingPhases: answer && answer.timingPhases,
    },
  }),
  DNS: (task, { answer, failure }, assertions) => ({
    dnsCheckResult: {
      assertions,
      request: shownRequest(task),
      response: answer && {
        responseCode: answer.responseCode,
        text: answer.text,
        json: answer.json,
        nameServer: answer.nameServer,
        protocol: answer.protocol,
      },
      requestError: requestErrorOf(failure),
      timingPhases: answer && answer.timingPhases,
    },
  }),
  ICMP: (task, { answer, failure, responseTimeMs }, assertions) => ({
    icmpCheckResult: {
      assertions,
      request: shownRequest(task),
      response: answer && { ...answer.json, text: answer.text },
      requestError: requestErrorOf(failure),
      timingPhases: answer && { dns: answer.json.dnsResolutionTime, total: responseTimeMs },
    },
  }),
}

function describeHttp(
  task: Pick<RunTask<'API' | 'URL'>, 'request' | 'secrets'>,
  { answer, failure, sent, log }: Observation<'API' | 'URL'>,
  assertions: readonly AssertionOutcome[],
): ResultDetail {
  return {
    apiCheckResult: {
      assertions,
      request: sent ?? intendedRequest(task),
      response: answer === null ? noResponse : httpResponse(answer),
      requestError: requestErrorOf(failure),
      jobLog: { setup: [], request: log, teardown: [] },
      jobAssets: null,
      pcapDataUrl: null,
    },
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

/** What would have been sent, for runs that ended before they sent anything. */
function intendedRequest({ request, secrets }: Pick<RunTask<'API' | 'URL'>, 'request' | 'secrets'>): HttpSent {
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

function shownRequest<R extends { readonly assertions: unknown }>(task: {
  readonly request: R
  readonly secrets: readonly string[]
}): Omit<R, 'assertions'> {
  const { assertions: _, ...request } = task.request
  return redactValues(request, redactor(task.secrets))
}

/** Redacts the values only: the property names are ours, and a secret may be spelled like one. */
function redactValues<R extends object>(request: R, redact: (text: string) => string): R {
  const entries = Object.entries(request).map(([name, value]) => [name, redactDeep(value, redact)])
  return sameShape<R>(Object.fromEntries(entries))
}

/** The caller guarantees the same property names, each with a value of the same type. */
const sameShape = <R>(value: unknown): R => value as R
