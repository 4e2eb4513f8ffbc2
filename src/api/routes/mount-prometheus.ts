import type { OperationRow } from '#contract'
import { PrometheusPages, prometheusContentType } from '#analytics'
import { Fault } from '#kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../answers/accepted-encoding.ts'
import type { Admit } from '../authentication/admission.ts'
import type { RequestEnvironment } from '../operations/open-request.ts'
import { isUnchanged, weakTagOfChunks } from '../answers/entity-tags.ts'
import { gate } from '../operations/mount-operations.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

/** The admission check of the pages. They are no operations: the OpenAPI document does not list them. */
const row: OperationRow = {
  method: 'GET',
  path: '/accounts/{accountId}/v2/prometheus/metrics',
  tag: 'Prometheus',
  summary: 'Scrape the metrics of an account',
  access: 'read',
  acrossAccounts: true,
  success: { status: 200, contentType: prometheusContentType },
  faults: [],
  limit: { requests: 50, seconds: 60 },
}

/** Mounts the pages that Prometheus scrapes, with any API key that may read as bearer token. */
export function mountPrometheus(
  app: FastifyInstance,
  environment: Pick<RequestEnvironment, 'store' | 'clock' | 'serviceName'>,
  admission: (operationId: string, row: OperationRow) => Admit,
): void {
  const pages = new PrometheusPages(environment.store, environment.serviceName, environment.clock)
  const onRequest = gate(admission('scrapePrometheus', row))
  const scrape = (version: 1 | 2) => async (request: FastifyRequest, reply: FastifyReply) => {
    const question = { ...questionOf(request), version }
    const page = await pages.page(question)
    const etag = tagOf(page)
    void reply.header('cache-control', 'private, no-cache').header('etag', etag)
    if (isUnchanged(request, etag)) return reply.code(304).send()
    const encoding = acceptedEncoding(request, ['gzip'])
    const chunks = encoding === null ? page : await compressed(page)
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    void reply.type(prometheusContentType).header('content-length', length)
    void reply.header('vary', 'accept-encoding')
    if (encoding !== null) void reply.header('content-encoding', encoding)
    return reply.send(Readable.from(chunks))
  }
  app.route({ method: 'GET', url: '/accounts/:accountId/v2/prometheus/metrics', onRequest, handler: scrape(2) })
  app.route({ method: 'GET', url: '/accounts/:accountId/prometheus/metrics', onRequest, handler: scrape(1) })
}

/** Above it the same page takes several times as long for a fifth less. */
const gzipLevel = 3
const compressedPages = new WeakMap<readonly Buffer[], Promise<Buffer[]>>()

/** A page of a thirtieth of its size: labels repeat. Each is compressed once, outside of the event loop. */
function compressed(page: readonly Buffer[]): Promise<Buffer[]> {
  const known = compressedPages.get(page)
  if (known) return known
  const chunks: Promise<Buffer[]> = Readable.from(page)
    .pipe(createGzip({ level: gzipLevel }))
    .toArray()
  compressedPages.set(page, chunks)
  return chunks
}

const tags = new WeakMap<readonly Buffer[], string>()

/** A page is the same for a minute, and tagged once. */
function tagOf(page: readonly Buffer[]): string {
  const known = tags.get(page)
  if (known !== undefined) return known
  const made = weakTagOfChunks(page)
  tags.set(page, made)
  return made
}

/** The account must be one of the key's: others are not there. Every role may read. */
function questionOf(request: FastifyRequest) {
  const params: unknown = request.params
  const query: unknown = request.query
  const accountId = uuidFromPath(String(Reflect.get(Object(params), 'accountId')), 'ACCOUNT_NOT_FOUND')
  const grants = request.caller?.chosen ? [request.caller.chosen] : (request.caller?.grants ?? [])
  if (!grants.some((grant) => grant.accountId === accountId)) throw new Fault('ACCOUNT_NOT_FOUND')
  const isOn = (name: string): boolean => Reflect.get(Object(query), name) === 'true'
  return {
    accountId,
    locationLabelEnabled: isOn('locationLabelEnabled'),
    includeRetryAttempts: isOn('includeRetryAttempts'),
    disableTagParsing: isOn('disableTagParsing'),
    includeBuckets: isOn('includeBuckets'),
    includePhases: isOn('includePhases'),
    includeDeprecatedNames: isOn('includeDeprecatedNames'),
  }
}
