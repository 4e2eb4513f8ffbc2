import { descriptorOf, locationOfQueue, sentTraceIdOf, spanIdOf, traceIdOf } from '#contract'
import { dayMs } from '#kernel'
import type { CheckResultRow } from '#storage/runs'
import { fieldOf, numberOf, textOf } from '../prometheus/read-field.ts'
import { attributes, nanoseconds } from './otlp-json.ts'
import type { KeyValue, Span } from './otlp-json.ts'
import { stepSpansOf } from './step-spans.ts'

/** They tell the runs of a check apart in metrics and spans. */
export const checkAttributes = (result: CheckResultRow): Record<string, string> => ({
  'account.id': result.accountId,
  'check.id': result.checkId,
  'check.name': result.checkName,
  'check.type': result.checkType,
  location: locationOfQueue(result.location),
})

/** The object of the check type that is stored with a result. */
export function storedOf({ checkType, detail }: CheckResultRow): unknown {
  const { result } = descriptorOf(checkType)
  return result ? detail[result.name] : undefined
}

/** Of the phases that follow each other, in their order. */
const phaseNames = {
  dns: 'DNS lookup',
  tcp: 'connect',
  connect: 'connect',
  connection: 'connect',
  tls: 'TLS handshake',
  handshake: 'TLS handshake',
  firstByte: 'request',
  call: 'request',
  download: 'download',
  data: 'data',
}

/** One span for the run, with a child for each phase that took time. The trace has the id of the result. */
export function spansOf(result: CheckResultRow): Span[] {
  const traceId = sentTraceIdOf(storedOf(result)) ?? traceIdOf(result.id)
  const spanId = spanIdOf(result.id)
  const startMs = result.startedAt.getTime()
  const state = stateOf(result)
  const root: Span = {
    traceId,
    spanId,
    name: result.checkName,
    kind: 3,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(Math.max(startMs + result.responseTimeMs, result.stoppedAt.getTime())),
    attributes: [...attributes({ ...checkAttributes(result), ...runAttributes(result) }), ...httpAttributes(result)],
    status: statusOf(state, result),
  }
  const below = { traceId, parentSpanId: spanId }
  return [root, ...phasesOf(result, below), ...stepSpansOf(storedOf(result), { ...below, resultId: result.id })]
}

/** Null where nothing was learned about the target. */
function stateOf({ outcome, hasErrors }: CheckResultRow): 'fail' | 'pass' | null {
  if (outcome === 'unknown') return null
  return outcome === 'failed' || hasErrors ? 'fail' : 'pass'
}

const statusOf = (state: ReturnType<typeof stateOf>, { error }: CheckResultRow): Span['status'] =>
  state === 'fail' ? { code: 2, ...(error !== null && { message: error }) } : { code: state === 'pass' ? 1 : 0 }

const runAttributes = (result: CheckResultRow) => ({
  'check.result.id': result.id,
  'check.session.id': result.sessionId,
  'check.result.outcome': result.outcome,
  'check.result.attempt': result.attempt,
  'check.result.type': result.resultType,
  'check.run.source': result.runSource,
  'user_agent.synthetic.type': 'test',
  'test.case.name': result.checkName,
  'test.case.result.status': stateOf(result),
  'error.type': errorTypeOf(result),
})

/** The code of what went wrong on the way, or the status that failed. */
export function errorTypeOf({ outcome, statusCode, detail }: CheckResultRow): string | null {
  if (outcome !== 'failed') return null
  return textOf(detail['failure'], 'code') ?? (statusCode === null ? '_OTHER' : String(statusCode))
}

/** The request of HTTP checks, without credentials and query. */
export function httpAttributes(result: CheckResultRow): KeyValue[] {
  const { isHttpCall } = descriptorOf(result.checkType)
  const request = fieldOf(storedOf(result), 'request')
  const url = URL.parse(textOf(request, 'url') ?? '')
  if (!isHttpCall || url === null) return []
  return attributes({
    'http.request.method': textOf(request, 'method'),
    'url.full': `${url.origin}${url.pathname}`,
    'url.scheme': url.protocol.slice(0, -1),
    'server.address': url.hostname,
    'server.port': url.port === '' ? null : Number(url.port),
    'http.response.status_code': result.statusCode,
  })
}

function phasesOf(result: CheckResultRow, of: Pick<Span, 'traceId'> & { readonly parentSpanId: string }): Span[] {
  const stored = storedOf(result)
  const { isHttpCall } = descriptorOf(result.checkType)
  const phases = fieldOf(isHttpCall ? fieldOf(stored, 'response') : stored, 'timingPhases')
  let atMs = result.startedAt.getTime() + Math.min(numberOf(phases, 'wait') ?? 0, dayMs)
  return Object.entries(phaseNames).flatMap(([phase, name], index) => {
    const ms = numberOf(phases, phase)
    if (ms === null || ms <= 0) return []
    const startMs = atMs
    atMs += ms
    return [
      {
        ...of,
        spanId: spanIdOf(result.id, index + 1),
        name,
        kind: 1 as const,
        startTimeUnixNano: nanoseconds(startMs),
        endTimeUnixNano: nanoseconds(atMs),
        attributes: [],
        status: { code: 0 as const },
      },
    ]
  })
}
