import { grpcHealthLabels } from '#contract'
import type { GrpcAnswer, GrpcRequest, Observation, ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { Deadline, failure } from '#egress'
import type { ChainExpiry, ClientIdentity, Http2Connection } from '#egress'
import { dayMs } from '#kernel'
import { roundMs, Stopwatch, withTimeoutCode } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe, ProbeTask, ProbeTools } from '../probe.ts'
import { callMethod } from './grpc-call.ts'
import type { GrpcReply } from './grpc-call.ts'
import { metadataHeaders } from './grpc-metadata.ts'
import { grpcCodes } from './grpc-status.ts'
import { healthMethod, healthRequest, readHealth } from './health.ts'
import { describeProto } from './proto-files.ts'
import { reflectService } from './reflection.ts'
import { workOnSchema } from './schema-processes.ts'
import type { SchemaResult } from './schema-processes.ts'
import type { EncodedCall, MethodName } from './schema.ts'
import type { Schema } from './schema-work.ts'

const timeoutCode = 'DEADLINE_EXCEEDED'
/** A run waits this much longer than `maxResponseTime`, so that a slightly late response is still seen. */
const overtimeMs = 1_000
/** Runs without an account share what one may have. */
const noAccount = ''

type Failed = { readonly failure: ObservationFailure }

interface Run {
  readonly request: GrpcRequest
  readonly port: number
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly accountId: string
  readonly tools: ProbeTools
  readonly watch: Stopwatch
  readonly deadline: Deadline
}

/**
 * Observes a gRPC check: one call of the health service or of a unary or server streaming method, on a connection of its
 * own. Any status is an answer. The response time is dns + connect + tls + call; reading the schema by reflection and
 * preparing it are not part of it. A stream is cut after 1000 messages and counts as ended with OK then; one that has not
 * ended in time, but has sent messages, counts as ended with DEADLINE_EXCEEDED. A run that can only fail by
 * `maxResponseTime` ends a second after it.
 */
export const GRPC: Probe<'GRPC'> = async (task, tools) => {
  const watch = new Stopwatch(tools.clock)
  const run = prepare(task, tools, watch)
  if ('failure' in run) return watch.failed(run.failure)
  const observation = await observe(run, task)
  run.deadline.close()
  return observation
}

function prepare(task: ProbeTask<'GRPC'>, tools: ProbeTools, watch: Stopwatch): Run | Failed {
  const { request } = task
  const port = Number(request.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return unprepared(writeReason('GRPC_PORT_INVALID', { text: String(request.port).slice(0, 50) }))
  const metadata = metadataHeaders(request.grpcConfig.metadata)
  if (isProblem(metadata)) return unprepared(metadata.problem)
  const deadline = new Deadline(tools.clock, timeLimitOf(task), tools.signal)
  return { request, port, metadata, accountId: task.accountId ?? noAccount, tools, watch, deadline }
}

const isProblem = (value: object): value is { readonly problem: string } =>
  'problem' in value && typeof value.problem === 'string'

const unprepared = (message: string): Failed => ({ failure: failure('preparation', 'EPREPARE', message) })

const timeLimitOf = (task: ProbeTask<'GRPC'>): number =>
  Math.min(runTimeOf(task), task.request.timeout * 1000, (task.limits?.maxResponseTime ?? Infinity) + overtimeMs)

async function observe(run: Run, task: ProbeTask<'GRPC'>): Promise<Observation<'GRPC'>> {
  const { request, port, tools, watch, deadline } = run
  const { url: host, ipFamily: family, skipSSL, grpcConfig } = request
  const identity = identityOf(task)
  const tls = grpcConfig.tls ? { skipVerification: skipSSL, ...(identity && { identity }) } : null
  // Before anything is sent: a text that cannot be parsed is no reason to disturb the target.
  const given = await givenSchema(run)
  if (given && 'failure' in given) return watch.failed(withTimeoutCode(given.failure, deadline, timeoutCode))
  const open = await tools.egress.connectHttp2(
    { host, port, family, addresses: watch.addressUse(request) },
    tls,
    deadline,
  )
  const certificate = certificateOf(open.certificateExpiresAt, host, watch.startedAt)
  if (open.failure)
    return { ...watch.failed<'GRPC'>(withTimeoutCode(open.failure, deadline, timeoutCode)), ...certificate }
  const seen = await (grpcConfig.mode === 'HEALTH' ? askHealth(run, open) : callBehavior(run, open, given))
  open.close()
  if (seen.failure)
    return { ...watch.failed<'GRPC'>(withTimeoutCode(seen.failure, deadline, timeoutCode)), ...certificate }
  return { ...watch.answered<'GRPC'>(seen.answer, seen.answer.timingPhases.total), ...certificate }
}

function identityOf({ clientCertificate }: ProbeTask): ClientIdentity | null {
  if (clientCertificate === undefined) return null
  const { cert: certificate, key, ca, passphrase } = clientCertificate
  return { certificate, key, ...(ca !== null && { authority: ca }), ...(passphrase !== null && { passphrase }) }
}

const certificateOf = (
  expiry: ChainExpiry | null,
  host: string,
  nowMs: number,
): Pick<Observation, 'sslDaysRemaining' | 'certificates'> =>
  expiry === null
    ? { sslDaysRemaining: null }
    : { sslDaysRemaining: Math.floor((expiry.atMs - nowMs) / dayMs), certificates: [{ host, ...expiry.host }] }

/** The files of a proto text; null when the server is asked for them. */
async function givenSchema({ request, accountId, deadline }: Run): Promise<Schema | Failed | null> {
  const { mode, serviceDefinition, protoContent, encoding, method } = request.grpcConfig
  if (mode === 'HEALTH') return null
  if (readMethod(method) === null) return unprepared(writeReason('GRPC_METHOD_MISSING'))
  if (encoding === 'FLATBUFFERS') return binarySchema(request)
  if (serviceDefinition !== 'PROTO_FILE') return null
  if (protoContent === null || protoContent.trim() === '') return unprepared(writeReason('PROTO_FILE_MISSING'))
  const done = await describeProto(protoContent, accountId, deadline)
  if (done.kind === 'described') return { files: [done.file], encoding: 'PROTOBUF' }
  return unfinished(done, writeReason('GRPC_TASK_USE_PROTO_FILE'), deadline)
}

/** Servers describe no FlatBuffers by reflection, so the schema is always that of the check. */
function binarySchema({ grpcConfig: { bfbsContent } }: GrpcRequest): Schema | Failed {
  const text = bfbsContent?.replaceAll(/\s+/g, '') ?? ''
  if (text === '') return unprepared(writeReason('BINARY_SCHEMA_MISSING'))
  return { files: [Buffer.from(text, 'base64')], encoding: 'FLATBUFFERS' }
}

function readMethod(text: string | null): MethodName | null {
  const [, service, method] = /^\/?([\w.]+)\/(\w+)$/.exec(text ?? '') ?? []
  return service === undefined || method === undefined ? null : { service, method }
}

/** Why work on a schema failed. */
function unfinished(done: SchemaResult, what: string, deadline: Deadline): Failed {
  if (done.kind === 'problem')
    return unprepared(writeReason('GRPC_TASK_FAILED', { grpcTask: what, reason: done.problem }))
  if (deadline.failure) return { failure: deadline.failure }
  const why = done.kind === 'ended' && done.why === 'memory' ? writeReason('MEMORY_NEEDED') : writeReason('NO_PROCESS')
  return unprepared(writeReason('GRPC_TASK_FAILED', { grpcTask: what, reason: why }))
}

type Seen = { readonly failure: null; readonly answer: GrpcAnswer } | Failed

async function askHealth(run: Run, open: Http2Connection): Promise<Seen> {
  const startedAt = run.deadline.clock.activeMs()
  const request = healthRequest(run.request.grpcConfig.service ?? '')
  const reply = await callMethod(open, { ...callOf(run, healthMethod), request, isStreaming: false }, run.deadline)
  if (reply.failure) return reply
  const answer = answerOf(run, open, reply, { method: healthMethod, callMs: run.deadline.clock.activeMs() - startedAt })
  // By the protocol a server that does not know the service answers NOT_FOUND to this method.
  if (reply.status.code === grpcCodes.notFound)
    return { failure: null, answer: { ...answer, healthStatus: grpcHealthLabels.indexOf('SERVICE_UNKNOWN') } }
  if (reply.status.code !== grpcCodes.ok) return { failure: null, answer }
  const [message] = reply.messages
  const health = message && readHealth(message)
  if (!health) return broken(open, writeReason('GRPC_VIOLATION_HEALTH_UNREADABLE'))
  return { failure: null, answer: { ...answer, healthStatus: health.status, responseMessage: health.text } }
}

const callOf = ({ metadata, tools }: Run, method: string) => ({
  path: `/${method}`,
  metadata,
  userAgent: tools.userAgent,
})

const broken = ({ endpoint }: Http2Connection, text: string): Failed => ({
  failure: failure('protocol', 'EGRPCMESSAGE', writeReason('GRPC_BROKEN', { endpoint, grpcViolation: text })),
})

async function callBehavior(run: Run, open: Http2Connection, given: Schema | null): Promise<Seen> {
  const { grpcConfig } = run.request
  const name = readMethod(grpcConfig.method)
  if (name === null) return unprepared(writeReason('NO_GRPC_METHOD'))
  const reflectedAt = run.deadline.clock.activeMs()
  const schema = given
    ? { failure: null, ...given }
    : await reflectService(open, name.service, callOf(run, ''), run.deadline)
  if (schema.failure) return schema
  const { files } = schema
  const encoding = given?.encoding ?? 'PROTOBUF'
  const work = { kind: 'encode', files, encoding, name, message: grpcConfig.message ?? '' } as const
  const encoded = await workOnSchema(work, run.accountId, run.deadline)
  if (encoded.kind !== 'encoded') return unfinished(encoded, writeReason('GRPC_TASK_SEND_GRPC_MESSAGE'), run.deadline)
  const reflectionMs = given ? undefined : run.deadline.clock.activeMs() - reflectedAt
  // The time for the schema is not part of the response time.
  run.deadline.prolong(Math.min(run.deadline.timeoutMs + (reflectionMs ?? 0), run.request.timeout * 1000))
  return callAndDecode(run, open, { name, files, encoding, call: encoded.call, reflectionMs })
}

interface Prepared extends Schema {
  readonly name: MethodName
  readonly call: EncodedCall
  readonly reflectionMs: number | undefined
}

async function callAndDecode(
  run: Run,
  open: Http2Connection,
  { name, files, encoding, call, reflectionMs }: Prepared,
): Promise<Seen> {
  const { request, isStreaming, methods } = call
  const method = `${name.service}/${name.method}`
  const startedAt = run.deadline.clock.activeMs()
  const reply = await callMethod(open, { ...callOf(run, method), request, isStreaming }, run.deadline)
  if (reply.failure) return reply
  const callMs = run.deadline.clock.activeMs() - startedAt
  const { messages, status } = reply
  if (!isStreaming && status.code === grpcCodes.ok && messages.length !== 1)
    return broken(open, writeReason('GRPC_VIOLATION_NOT_A_STREAM', { count: messages.length }))
  if (reply.isCut) run.watch.note('WARN', writeReason('LOG_STREAM_CUT', { count: messages.length }))
  const decoded = await workOnSchema({ kind: 'decode', files, encoding, name, messages }, run.accountId, run.deadline)
  if (decoded.kind === 'problem')
    return broken(open, writeReason('GRPC_VIOLATION_MESSAGE_UNFIT', { reason: decoded.problem }))
  if (decoded.kind !== 'decoded')
    return unfinished(decoded, writeReason('GRPC_TASK_DECODE_GRPC_RESPONSE'), run.deadline)
  const answer = answerOf(run, open, reply, { method, callMs, reflectionMs })
  return { failure: null, answer: { ...answer, responseMessage: decoded.text, discoveredMethods: methods } }
}

interface Called {
  readonly method: string
  readonly callMs: number
  readonly reflectionMs?: number | undefined
}

function answerOf({ port }: Run, open: Http2Connection, reply: GrpcReply, called: Called): GrpcAnswer {
  const { dnsMs, connectMs, tlsMs, address } = open
  const { method, callMs, reflectionMs } = called
  const total = dnsMs + connectMs + (tlsMs ?? 0) + callMs
  return {
    grpcStatusCode: reply.status.code,
    grpcStatusMessage: reply.status.message,
    healthStatus: null,
    responseMessage: '',
    metadata: reply.metadata,
    discoveredMethods: [],
    resolvedIp: address,
    port,
    grpcMethod: method,
    timingPhases: {
      dns: roundMs(dnsMs),
      connect: roundMs(connectMs),
      ...(tlsMs !== null && { tls: roundMs(tlsMs) }),
      ...(reflectionMs !== undefined && { reflection: roundMs(reflectionMs) }),
      call: roundMs(callMs),
      total: roundMs(total),
    },
  }
}
