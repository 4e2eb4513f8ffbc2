import { clientAddress } from '../requests/client-address.ts'
import { discardBody } from '../requests/unread-body.ts'
import { enforceRateLimit } from '../authentication/admission.ts'
import type { Allowances, RateLimit } from '#contract'
import type { Clock } from '#kernel'
import { LocalRateLimiter } from '#ratelimit'
import type { Store } from '#storage/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mountPings } from '../pings/mount-pings.ts'

export interface PublicRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
  /** The path below which pings in the forms of other tools are taken, without a trailing slash. */
  readonly pingPrefix: string
  /** The limits of the plan, for checks that pings make; absent: none. */
  readonly allowances?: Allowances
  /** The answer of `/health`, with status 503 while it is failing. */
  readonly health: () => Promise<{ readonly status: 'ok' | 'degraded' | 'failing' }>
  readonly metricsPage: () => Promise<{ readonly contentType: string; readonly text: string }>
}

/** For requests of health and metrics, from one address. */
const addressLimit: RateLimit = { requests: 300, seconds: 60 }

/** The routes outside the API that need no key: pings, health, metrics, the schema of files of resources. */
export function mountPublicRoutes(app: FastifyInstance, sources: PublicRoutes): void {
  const { clock } = sources
  const watchers = new LocalRateLimiter(addressLimit)

  mountPings(app, sources)

  const limitWatchers = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    enforceRateLimit(watchers.take(clientAddress(request.ip), clock.now()), reply)

  const health = async (_request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const health = await sources.health()
    void reply.code(health.status === 'failing' ? 503 : 200).header('cache-control', 'no-store')
    return health
  }
  app.get('/health', { onRequest: limitWatchers }, health)
  app.get('/healthz', { onRequest: limitWatchers }, health)

  app.get('/schemas/resources.json', { onRequest: limitWatchers }, async (_request, reply) => {
    // Loaded with its first use: few installations are asked for it.
    const { editorSchema } = await import('#resource-files')
    void reply.header('cache-control', 'public, max-age=3600')
    return editorSchema()
  })

  app.get('/metrics', { onRequest: limitWatchers }, async (_request, reply) => {
    const page = await sources.metricsPage()
    void reply.type(page.contentType)
    return page.text
  })
}

/** The size up to which an ignored body is read. Beyond it the request counts and the connection is closed. */
const ignoredBodyBytes = 1024 * 1024

/** Accepts any body and content type, and discards the body. */
export function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('preParsing', (request, reply, payload, done) => {
    // A parser for every type is asked only for types that are valid.
    delete request.raw.headers['content-type']
    discardBody(request.raw, reply.raw, ignoredBodyBytes)
    done(null, payload)
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
}
