import { Readable } from 'node:stream'
import { gzip } from 'node:zlib'
import { bodyLimitOf, hasEntityTag, mergePatchType } from '#contract'
import type { ExistingAnswer, OperationRow, Page, PendingAnswer } from '#contract'
import { Fault, invariant } from '#kernel'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preParsingHookHandler,
} from 'fastify'
import Type from 'typebox'
import { acceptedEncoding } from '../answers/accepted-encoding.ts'
import { answerWriter } from '../answers/answer-writer.ts'
import type { WriteAnswer } from '../answers/answer-writer.ts'
import { writerOf } from '../answers/writer-of.ts'
import type { Admit } from '../authentication/admission.ts'
import { bindingsAdder } from '../answers/project-bindings.ts'
import { auditorOf } from './audit-requests.ts'
import { uploadTypes } from '../requests/body-parser.ts'
import { boundedBody } from '../requests/bounded-body.ts'
import { boundedUpload } from '../requests/bounded-upload.ts'
import { isUnchanged, weakTagOf } from '../answers/entity-tags.ts'
import { comparing } from './compare-version.ts'
import type { ReadAnswer } from './compare-version.ts'
import { versionsOf } from './resource-versions.ts'
import type { ResourceVersions } from './resource-versions.ts'
import { LargeBodies } from '../requests/large-bodies.ts'
import { OpenRequest } from './open-request.ts'
import type { RequestEnvironment } from './open-request.ts'
import { listNamesOf, convertSwitches, switchNamesOf, wrapSingleValues } from '../requests/query-string.ts'
import type { RequestContext } from '../request-context.ts'
import { updateReader } from './update-body.ts'
import { isStorable } from '../requests/unsafe-json.ts'
import { omitsEmptyValues } from '../answers/omits-empty-values.ts'
import { faultOfProblems, missingBody, smallBody, unknownNamesOf, validatorOf } from '#validation'
import type { Validate } from '#validation'

/** A handler of any row. Which input it takes follows from its row. */
export type AnyHandler = (input: never, context: RequestContext) => Promise<unknown>
export type OperationTable = Readonly<Record<string, OperationRow>>

export interface MountOptions {
  readonly operations: OperationTable
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>
  readonly environment: RequestEnvironment
  readonly admission: (operationId: string, row: OperationRow) => Admit
}

/** Mounts a route per row. Nothing is compiled before the first call of a route, so that a start stays fast. */
export function mountOperations(app: FastifyInstance, options: MountOptions): void {
  const large = new LargeBodies()
  const uploads = new LargeBodies()
  const versions = versionsOf(options.operations)
  const readAnswer = readerOfAnswers(options)
  for (const [id, row] of Object.entries(options.operations)) {
    const bodyLimit = bodyLimitOf(row)
    const handle = handlerOf(options, id)
    const read = inputReader(row)
    const readUpdate = updateReader(id, row, omitsEmptyValues(options.environment.serviceName))
    const send = answerSender(id, row, versions)
    const inVersion = comparing(row, versions, readAnswer)
    const audited = auditorOf(id, row)
    const addBindings = bindingsAdder(row)
    app.route({
      method: row.method,
      url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      onRequest: gate(options.admission(id, row)),
      preParsing: [takingOnly(row), row.upload ? boundedUpload(row.upload, uploads) : boundedBody(bodyLimit, large)],
      handler: async (request, reply) => {
        const input = read(request)
        const given = readUpdate ? { ...input, body: readUpdate(Object(input.body), request) } : input
        const answer = await audited(
          inVersion({ environment: options.environment, request, reply }),
          request,
          (environment) => handle(given, new OpenRequest(environment, request, reply)),
        )
        const accountId = request.caller?.chosen?.accountId
        const isBound = addBindings !== undefined && accountId !== undefined
        const bound = isBound ? await addBindings(answer, accountId, options.environment.store.db) : answer
        return send(bound, request, reply)
      },
    })
  }
}

/** Without a promise the framework continues synchronously. */
export const gate =
  (admit: Admit): onRequestHookHandler =>
  (request, reply, done) => {
    try {
      const admitted = admit(request, reply)
      if (admitted) return admitted
    } catch (error) {
      return done(errorOf(error))
    }
    return done()
  }

/** Everything thrown here is a fault or a bug, both of them errors. */
const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** The cast is safe because the input was validated against the schemas of the row the handler belongs to. */
function handlerOf(
  { handlers }: MountOptions,
  id: string,
): (input: Input, context: RequestContext) => Promise<unknown> {
  const handler = handlers[id]
  invariant(handler !== undefined, `the operation ${id} has a handler`)
  return handler as (input: Input, context: RequestContext) => Promise<unknown>
}

/** The content type that operations with such a body accept; no other. */
const ofTheirOwn: ReadonlySet<string> = new Set([mergePatchType, ...uploadTypes])

/** JSON operations accept other content types here; the parser rejects those that it does not know. */
const isAnyOther = (bodyType: string, sent: string | undefined, isEmpty: boolean): boolean =>
  !ofTheirOwn.has(bodyType) && sent !== mergePatchType && (isEmpty || sent === undefined || !ofTheirOwn.has(sent))

/** The media types of patches and updates differ, so that neither is read as the other. */
const takingOnly =
  (row: OperationRow): preParsingHookHandler =>
  ({ headers }, _reply, payload, done) => {
    const bodyType: string = row.upload?.type ?? row.bodyType ?? 'application/json'
    const sent = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
    if (sent === bodyType || isAnyOther(bodyType, sent, headers['content-length'] === '0')) return done(null, payload)
    return done(new Fault('CONTENT_TYPE_UNSUPPORTED', { values: { type: bodyType } }))
  }

/** The answer of a reading operation for the resource of a request. */
const readerOfAnswers =
  (options: MountOptions): ReadAnswer =>
  (readerId, { environment, request, reply }) => {
    const input = { params: request.params, query: {}, body: undefined }
    return handlerOf(options, readerId)(input, new OpenRequest(environment, request, reply))
  }

interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** The schema of an operation without a query or without a body. */
const nothing = Type.Object({}, { type: ['object', 'null'] })

/** Validates the parts of a request. Throws PARAMETER_INVALID or BODY_INVALID. */
function inputReader(row: OperationRow): (request: FastifyRequest) => Input {
  const checkParams = row.params && validatorOf('params', row.params)
  const checkQuery = queryValidator(row)
  const checkBody = bodyValidator(row)
  const hasBody = row.body !== undefined || row.upload !== undefined
  return (request) => {
    if (request.url.includes('%00')) rejectNul(request)
    if (checkParams) rejectIf(checkParams(request.params, true), 'PARAMETER_INVALID', 'the path')
    checkQuery(request)
    checkBody(request)
    return { params: request.params, query: request.query, body: hasBody ? request.body : undefined }
  }
}

type Check = (request: FastifyRequest) => void
const takesAnything: Check = () => {}

function queryValidator(row: OperationRow): Check {
  const schema = row.query ?? (row.ignoresUnknown ? undefined : nothing)
  if (schema === undefined) return takesAnything
  const check = validatorOf('query', schema, unknownNamesOf(row))
  const [listNames, switchNames] = [listNamesOf(schema), switchNamesOf(schema)]
  return (request) => {
    wrapSingleValues(queryOf(request), listNames)
    convertSwitches(queryOf(request), switchNames)
    rejectIf(check(request.query, true), 'PARAMETER_INVALID', 'the query')
  }
}

function bodyValidator(row: OperationRow): Check {
  const schema = row.body ?? (row.ignoresUnknown || row.upload ? undefined : nothing)
  if (schema === undefined) return takesAnything
  const check = validatorOf('body', schema, unknownNamesOf(row))
  const isRequired = row.body !== undefined && !row.bodyOptional
  return ({ body, bodyLength }) => {
    if (body !== undefined) rejectIf(check(body, bodyLength <= smallBody), 'BODY_INVALID', 'body')
    else if (isRequired) throw missingBody()
  }
}

function rejectIf(problems: ReturnType<Validate>, code: 'PARAMETER_INVALID' | 'BODY_INVALID', rootName: string): void {
  if (problems) throw faultOfProblems(code, problems, rootName)
}

/** PostgreSQL cannot store the NUL character. It has to be searched for after decoding: `%2500` is harmless. */
function rejectNul(request: FastifyRequest): void {
  const values = [request.params, request.query].flatMap((part) => Object.values(Object(part)))
  if (values.flat().every((value) => typeof value !== 'string' || isStorable(value))) return
  throw new Fault('PARAMETER_INVALID', { values: { problems: 'the address must not contain the character U+0000' } })
}

/** The query parser makes plain objects. */
const queryOf = (request: FastifyRequest): Record<string, unknown> => request.query as Record<string, unknown>

const json = 'application/json; charset=utf-8'

/** Sends the result of a handler: only the fields of the success schema are serialized. */
function answerSender(
  id: string,
  row: OperationRow,
  versions: ResourceVersions,
): (answer: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply> {
  const { status, schema, contentType, pending } = row.success
  let write: WriteAnswer | undefined
  let writePending: typeof write
  return (answer, request, reply) => {
    reply.code(status)
    if (row.access !== 'public') reply.header('cache-control', hasEntityTag(row) ? 'private, no-cache' : 'no-store')
    if (contentType !== undefined) return sendText(answer, contentType, request, reply)
    if (schema === undefined) return reply.send()
    if (pending !== undefined && isPending(answer)) {
      writePending ??= writerOf(reply, pending)
      return reply.code(202).header('cache-control', 'no-store').type(json).send(writePending(answer.pending))
    }
    write ??= answerWriter(schema, (part) => writerOf(reply, part))
    const text = write(bodyOf(answer, row, reply))
    return hasEntityTag(row)
      ? sendTagged(text, weakTagOf(text, versions.versionOf(id, answer)), request, reply)
      : reply.type(json).send(text)
  }
}

function sendTagged(
  text: string | Buffer,
  etag: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  reply.header('etag', etag)
  if (isUnchanged(request, etag)) return reply.code(304).send()
  reply.type(json)
  return text.length < compressedFromLength ? reply.send(text) : sendCompressed(text, request, reply)
}

/** Shorter answers are sent sooner than they are compressed. */
const compressedFromLength = 32_768
/** Above it the same answer takes several times as long for a fifth less. */
const gzipLevel = 3

/** Compressed outside of the event loop, for clients that accept it. */
async function sendCompressed(
  text: string | Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  if (acceptedEncoding(request, ['gzip']) === null) return reply.send(text)
  const bytes = await new Promise<Buffer>((resolve, reject) =>
    gzip(text, { level: gzipLevel }, (error, result) => (error === null ? resolve(result) : reject(error))),
  )
  return reply.header('content-encoding', 'gzip').send(bytes)
}

/** The body of a handler's result; the rest goes into status and headers. */
function bodyOf(answer: unknown, { success: { list, existingStatus } }: OperationRow, reply: FastifyReply): unknown {
  if (existingStatus !== undefined && isExisting(answer)) {
    reply.code(existingStatus)
    return answer.existing
  }
  return list === 'page' ? writtenPage(pageOf(answer), reply) : answer
}

const isPending = (answer: unknown): answer is PendingAnswer<unknown> =>
  typeof answer === 'object' && answer !== null && 'pending' in answer

const isExisting = (answer: unknown): answer is ExistingAnswer<unknown> =>
  typeof answer === 'object' && answer !== null && 'existing' in answer

/** The cast is safe because handlers are typed by their rows. */
const pageOf = (answer: unknown): Page<unknown> => answer as Page<unknown>
const textOf = (answer: unknown): string => String(answer)
const isStream = (answer: unknown): answer is AsyncIterable<string | Uint8Array> =>
  Symbol.asyncIterator in Object(answer)

/** `first-last/total`, zero-based; a page with nothing on it has no range (RFC 9110 section 14.4). */
function writtenPage({ items, offset, total }: Page<unknown>, reply: FastifyReply): readonly unknown[] {
  const range = items.length === 0 ? '*' : `${offset}-${offset + items.length - 1}`
  reply.header('content-range', `${range}/${total}`)
  return items
}

function sendText(answer: unknown, type: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isStream(answer)) return reply.type(type).send(Readable.from(answer))
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && isUnchanged(request, etag)) return reply.code(304).send()
  return reply.type(type).send(textOf(answer))
}
