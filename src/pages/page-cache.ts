import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#kernel'
import { LRUCache } from 'lru-cache'
import { NextFlight } from './next-flight.ts'
import { publicationOf } from './publication.ts'
import type { Publication } from './publication.ts'
import { isPublicAnswer, takesGzip } from './send-page.ts'
import { languageOf } from './status/texts/languages.ts'

const bytesMax = 32 * 1024 * 1024

/** A response as it was sent, with the headers that describe it. */
interface CachedAnswer {
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly publication: Publication
}

const cachedHeaders = [
  'content-type',
  'content-encoding',
  'content-security-policy',
  'cache-control',
  'vary',
  'referrer-policy',
  'x-content-type-options',
  'access-control-allow-origin',
  'content-language',
]

/**
 * Answers public pages from memory for `cacheMs` after they were rendered, while the database says that everybody may see
 * them: what became private or was deleted, here or through another server, is gone at once. Install it before requests
 * are counted: many visitors behind one address then see the page, and what is rendered is still counted.
 */
export function cachePublicPages(scope: FastifyInstance, clock: Clock, cacheMs: number): void {
  const answers = new LRUCache<string, CachedAnswer>({
    ttl: cacheMs,
    ttlResolution: 0,
    perf: clock,
    // Responses from the cache pass this hook too, and must not renew themselves.
    noUpdateTTL: true,
    maxSize: bytesMax,
    sizeCalculation: ({ body }, key) => Buffer.byteLength(body) + key.length,
  })
  const questions = new NextFlight<string | null>()
  const isPublic = async ({ id, current }: Publication): Promise<boolean> => (await questions.ask(id, current)) === id
  scope.addHook('onRequest', async (request, reply) => {
    const cached = request.method === 'GET' ? answers.get(keyOf(request)) : undefined
    if (cached && (await isPublic(cached.publication))) await reply.headers(cached.headers).send(cached.body)
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const body = bodyOf(payload)
    const publication = publicationOf(request)
    if (request.method === 'GET' && body !== null && publication && isPublicAnswer(reply))
      answers.set(keyOf(request), { body, headers: headersOf(reply), publication })
    done(null, payload)
  })
}

/** Everything that a response to a visitor without a password depends on. */
const keyOf = (request: FastifyRequest): string =>
  [
    request.protocol,
    request.headers.host,
    takesGzip(request),
    languageOf(request).language,
    request.headers.accept,
    request.url,
  ].join(' ')

const bodyOf = (payload: unknown): string | Buffer | null =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    cachedHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
