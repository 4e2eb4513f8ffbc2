import { grpcHealthLabels, grpcStatusNames } from '#contract'
import type {
  AssertionOutcome,
  AssertionSourceName,
  FailureKind,
  GrpcAnswer,
  GrpcRequest,
  VerdictReason,
} from '#contract'
import { writeReason } from '#contract/reasons'
import { redactionMark, secretHeaders } from '#redaction'
import { displayedRequest } from '../displayed-request.ts'
import type { Measurement } from '../evidence.ts'
import type { HiddenText } from '../hidden-text.ts'
import { textDocument } from '../json-document.ts'
import { requestErrorOf } from '../request-error-of.ts'
import { storedBodyLimit } from '../stored-body-limit.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

const ok = 0
const serving = grpcHealthLabels.indexOf('SERVING')
const noMessage = writeReason('NO_GRPC_MESSAGE')

/**
 * A status other than OK fails, unless there is a GRPC_STATUS_CODE assertion; so does a health status other than SERVING
 * without a GRPC_HEALTHCHECK_STATUS assertion, which a status of the call cannot hide.
 */
export const GRPC: CheckTypeEvaluation<'GRPC'> = {
  hasResponseTimeLimits: true,
  waitsForMaxResponseTime: true,
  expectable: null,
  reasonsOf: (answer, { request }, assertions) =>
    answer.grpcStatusCode === ok ? healthReasons(answer, request, assertions) : statusReasons(answer, assertions),
  evidenceOf: (answer, { responseTimeMs }) => ({
    RESPONSE_TIME: { value: responseTimeMs },
    GRPC_STATUS_CODE: { value: answer.grpcStatusCode },
    GRPC_HEALTHCHECK_STATUS: healthMeasurement(answer),
    GRPC_RESPONSE: textDocument(answer.responseMessage, noMessage),
    GRPC_METADATA: metadataByName(answer),
    TEXT_BODY: answer.responseMessage,
  }),
  hide: hideAnswer,
  describe: (task, { answer, failure }, assertions) => ({
    grpcStatusCode: answer ? answer.grpcStatusCode : failure ? codeOfFailure(failure.kind) : unknown,
    healthStatus: answer?.healthStatus ?? null,
    timingPhases: answer && answer.timingPhases,
    requestError: requestErrorOf(failure),
    request: shownRequest(displayedRequest(task)),
    assertions,
    response: answer && describeResponse(answer, displayedRequest(task)),
  }),
}

const asserts = (assertions: readonly AssertionOutcome[], wanted: AssertionSourceName): boolean =>
  assertions.some(({ source }) => source === wanted)

function statusReasons(answer: GrpcAnswer, assertions: readonly AssertionOutcome[]): VerdictReason[] {
  if (asserts(assertions, 'GRPC_STATUS_CODE')) return []
  if (answer.healthStatus !== null && asserts(assertions, 'GRPC_HEALTHCHECK_STATUS')) return []
  const text = answer.grpcStatusMessage === '' ? '' : `: ${answer.grpcStatusMessage.replace(/\.$/, '')}`
  const status = `${answer.grpcStatusCode}${nameOfCode(answer.grpcStatusCode)}${text}`
  const message = writeReason('GRPC_STATUS_UNEXPECTED', { status })
  return [{ kind: 'response-code', outcome: 'failed', message }]
}

function healthReasons(
  { healthStatus }: GrpcAnswer,
  { grpcConfig }: GrpcRequest,
  assertions: readonly AssertionOutcome[],
): VerdictReason[] {
  if (grpcConfig.mode !== 'HEALTH' || healthStatus === serving || asserts(assertions, 'GRPC_HEALTHCHECK_STATUS'))
    return []
  const label = healthStatus === null ? 'not known' : (grpcHealthLabels[healthStatus] ?? String(healthStatus))
  return [{ kind: 'response-code', outcome: 'failed', message: writeReason('NOT_SERVING', { status: label }) }]
}

const nameOfCode = (code: number): string => {
  const name = grpcStatusNames[code]
  return name === undefined ? '' : ` (${name})`
}

const healthMeasurement = ({ healthStatus }: GrpcAnswer): Measurement =>
  healthStatus === null ? { missing: writeReason('NO_HEALTH_STATUS') } : { value: healthStatus }

function metadataByName({ metadata }: GrpcAnswer): Readonly<Record<string, readonly string[]>> {
  const byName = Map.groupBy(metadata, ({ key }) => key)
  return Object.fromEntries([...byName].map(([key, pairs]) => [key, pairs.map(({ value }) => value)]))
}

function hideAnswer(answer: GrpcAnswer, hidden: HiddenText): GrpcAnswer {
  return {
    ...answer,
    grpcStatusMessage: hidden.all(answer.grpcStatusMessage),
    responseMessage: hidden.excerpt(answer.responseMessage, storedBodyLimit),
    metadata: answer.metadata.map(({ key, value }) => ({
      key: hidden.all(key),
      value: secretHeaders.has(key) ? redactionMark : hidden.all(value),
    })),
    discoveredMethods: answer.discoveredMethods.map(hidden.all),
    grpcMethod: hidden.all(answer.grpcMethod),
  }
}

const unknown = 2
const unavailable = 14
/** The codes that clients report for calls without an answer. */
const codesOfFailures: Readonly<Record<FailureKind, number>> = {
  dns: unavailable,
  connect: unavailable,
  tls: unavailable,
  timeout: 4,
  protocol: 13,
  policy: unknown,
  permission: unknown,
  script: unknown,
  preparation: unknown,
}
const codeOfFailure = (kind: FailureKind): number => codesOfFailures[kind]

const schemaLimit = 10_240

/** Metadata may carry credentials; a schema is long and the same in every result. */
function shownRequest(request: Omit<GrpcRequest, 'assertions'>): object {
  const { grpcConfig } = request
  return {
    ...request,
    grpcConfig: {
      ...grpcConfig,
      metadata: grpcConfig.metadata.map(({ key, value }) => ({
        key,
        value: secretHeaders.has(key.trim().toLowerCase()) ? redactionMark : value,
      })),
      message: grpcConfig.message?.slice(0, storedBodyLimit) ?? null,
      protoContent: grpcConfig.protoContent?.slice(0, schemaLimit) ?? null,
      bfbsContent: grpcConfig.bfbsContent?.slice(0, schemaLimit) ?? null,
    },
  }
}

const describeResponse = (answer: GrpcAnswer, { grpcConfig, url }: Omit<GrpcRequest, 'assertions'>): object => ({
  grpcMode: grpcConfig.mode,
  host: url,
  resolvedIp: answer.resolvedIp,
  port: answer.port,
  grpcMethod: answer.grpcMethod,
  responseMessage: answer.responseMessage,
  grpcStatusCode: answer.grpcStatusCode,
  grpcStatusMessage: answer.grpcStatusMessage,
  healthStatus: answer.healthStatus,
  healthStatusLabel: answer.healthStatus === null ? '' : (grpcHealthLabels[answer.healthStatus] ?? ''),
  metadata: answer.metadata,
  discoveredMethods: answer.discoveredMethods,
  requestError: null,
  timingPhases: answer.timingPhases,
})
