import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageLanguages } from '#page-texts'
import { LRUCache } from 'lru-cache'
import { NextFlight } from './next-flight.ts'
import type { PageSources } from './page-sources.ts'
import { publicationOf } from './publication.ts'
import type { Publication } from './publication.ts'
import { isPublicAnswer, takesGzip } from './send-page.ts'
import { siteOf } from './status/embed/embedding-site.ts'
import { languageKeyOf } from './status/languages.ts'

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
  'cross-origin-resource-policy',
  'content-language',
]

/**
 * Answers public pages from memory for `cacheMs` after they were rendered, while the database says that everybody may see
 * them: what became private or was deleted, here or through another server, is gone at once. Install it before requests
 * are counted: many visitors behind one address then see the page, and what is rendered is still counted.
 */
export function cachePublicPages(scope: FastifyInstance, { clock, languages }: PageSources, cacheMs: number): void {
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
  const rendering = new Rendering()
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET') return
    const key = keyOf(request, languages)
    if (!answers.has(key)) await rendering.joinOrBegin(key, request)
    const cached = answers.get(key)
    if (cached && (await isPublic(cached.publication))) await reply.headers(cached.headers).send(cached.body)
  })
  scope.addHook('onResponse', async (request) => rendering.end(request))
  scope.addHook('onSend', (request, reply, payload, done) => {
    const body = bodyOf(payload)
    const publication = publicationOf(request)
    if (request.method === 'GET' && body !== null && publication && isPublicAnswer(reply))
      answers.set(keyOf(request, languages), { body, headers: headersOf(reply), publication })
    rendering.end(request)
    done(null, payload)
  })
}

/** Pages that are being rendered for the cache: readers who come meanwhile are not counted, and nothing is rendered twice. */
class Rendering {
  readonly #pending = new Map<string, Promise<void>>()
  readonly #ends = new WeakMap<FastifyRequest, () => void>()

  /** Resolves when the first request for the same has its response, which may be one that is not cached; at once for the first. */
  async joinOrBegin(key: string, request: FastifyRequest): Promise<void> {
    const pending = this.#pending.get(key)
    if (pending !== undefined) return pending
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#pending.set(key, promise)
    this.#ends.set(request, () => {
      this.#pending.delete(key)
      resolve()
    })
  }

  end(request: FastifyRequest): void {
    this.#ends.get(request)?.()
    this.#ends.delete(request)
  }
}

/** Everything that a response to a visitor without a password depends on. */
const keyOf = (request: FastifyRequest, languages?: PageLanguages): string =>
  [
    request.protocol,
    request.headers.host,
    takesGzip(request),
    languageKeyOf(request, languages),
    request.headers.accept,
    request.url,
    isEmbed(request) ? `${siteOf(request)} ${request.headers['sec-fetch-site']}` : '',
  ].join(' ')

/** Answers that only some sites may show. */
const isEmbed = ({ url }: FastifyRequest): boolean => /\/(?:banner\.json|badge\.svg)(?:\?|$)/.test(url)

const bodyOf = (payload: unknown): string | Buffer | null =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    cachedHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
