import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import { recordPing } from '#dispatch'
import type { Store } from '#storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { judgeHealth } from './health.ts'
import type { LoopWatch } from './loop-watch.ts'
import { renderMetrics } from './metrics-page.ts'
import type { SelfMetrics } from './self-metrics.ts'

export interface PublicRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly watch: LoopWatch
  readonly metrics: SelfMetrics
  readonly serviceName: string
  readonly publicUrl: string
  /** Public locations this process's own runner serves. */
  readonly locations: readonly string[]
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The routes that are no operation of the API and need no key: pings, health, metrics. */
export function mountPublicRoutes(app: FastifyInstance, sources: PublicRoutes): void {
  const { store, clock, watch, metrics, serviceName, locations } = sources

  const ping = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const token = tokenOf(request)
    const known = uuidPattern.test(token) && (await recordPing(store, pingOf(request, token), contextOf(sources)))
    if (!known) throw new Fault('HEARTBEAT_UNKNOWN')
    void reply.header('cache-control', 'no-store').type('text/plain')
    return 'OK\n'
  }
  void app.register(async (scope) => {
    acceptAnyBody(scope)
    for (const path of ['/ping/:token', '/ping/:token/', '/heartbeats/ping/:token'])
      scope.route({ method: ['GET', 'POST'], url: path, handler: ping, exposeHeadRoute: false })
  })

  const health = async (_request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const health = await judgeHealth({ db: store.db, clock, watch, locations })
    void reply.code(health.status === 'ok' ? 200 : 503).header('cache-control', 'no-store')
    return health
  }
  app.get('/health', health)
  app.get('/healthz', health)

  app.get('/metrics', async (_request, reply) => {
    const page = await renderMetrics(metrics, { db: store.db, clock, serviceName })
    void reply.type(page.contentType)
    return page.text
  })
}

/** A job may send its output along. What it is does not matter to a ping, and it is not kept. */
function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
}

const contextOf = ({ clock, publicUrl }: PublicRoutes) => ({ nowMs: clock.now(), publicUrl })

/** The route has this parameter, and the router fills it. */
const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

/** Where a ping says it comes from: Origin, else Referer (semantics 3.14). */
const pingOf = (request: FastifyRequest, token: string) => ({
  token: token.toLowerCase(),
  source: request.headers.origin ?? request.headers.referer ?? '',
  userAgent: request.headers['user-agent'] ?? '',
})
