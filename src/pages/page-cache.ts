import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isPublicAnswer, takesGzip } from './send-page.ts'

const bytesMax = 32 * 1024 * 1024

/** An answer as it was sent, with the headers that say what it is. */
interface KeptAnswer {
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

const keptHeaders = [
  'content-type',
  'content-encoding',
  'content-security-policy',
  'cache-control',
  'vary',
  'referrer-policy',
  'x-content-type-options',
  'access-control-allow-origin',
]

/**
 * Answers public pages from memory for `keptMs` after they were made. Install it before requests are counted: a crowd
 * behind one address then sees the page, however many they are, and what it costs is still counted.
 */
export function keepPublicPages(scope: FastifyInstance, keptMs: number): void {
  const answers = new LRUCache<string, KeptAnswer>({
    ttl: keptMs,
    // Answers from memory come by here too, and must not make each other younger.
    noUpdateTTL: true,
    maxSize: bytesMax,
    sizeCalculation: ({ body }, key) => Buffer.byteLength(body) + key.length,
  })
  scope.addHook('onRequest', (request, reply, done) => {
    const kept = request.method === 'GET' ? answers.get(keyOf(request)) : undefined
    if (kept === undefined) return done()
    void reply.headers(kept.headers).send(kept.body)
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const body = bodyOf(payload)
    if (request.method === 'GET' && body !== null && isPublicAnswer(reply))
      answers.set(keyOf(request), { body, headers: headersOf(reply) })
    done(null, payload)
  })
}

/** All that an answer to somebody without a password depends on. */
const keyOf = (request: FastifyRequest): string =>
  [request.protocol, request.headers.host, takesGzip(request), request.headers.accept, request.url].join(' ')

const bodyOf = (payload: unknown): string | Buffer | null =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
