import type { RateLimit } from '#contract'
import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import { LocalRateLimiter } from '#ratelimit'
import { recordPing } from '#runs'
import type { PingSignal } from '#runs'
import type { Store } from '#storage/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { enforceRateLimit } from '../authentication/admission.ts'
import { clientAddress } from '../requests/client-address.ts'
import { rescueCalls } from '../routes/rescue-calls.ts'
import { collectBodies, pingBodyBytes, pingBodyOf } from './ping-body.ts'
import { runIdOf, signalOfSuffix } from './ping-signal.ts'

export interface PingRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Two pings a second for one heartbeat: more pings carry no information. */
const pingLimit: RateLimit = { requests: 120, seconds: 60 }
/** For pings with an unknown token, from one address. */
const addressLimit: RateLimit = { requests: 300, seconds: 60 }

/** The addresses that jobs ping; they need no key. */
export function mountPings(app: FastifyInstance, sources: PingRoutes): void {
  const { store, clock } = sources
  const pings = new LocalRateLimiter(pingLimit)
  const unknownCallers = new LocalRateLimiter(addressLimit)

  const ping = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const { token: givenToken, suffix } = paramsOf(request)
    const token = givenToken.toLowerCase()
    const address = clientAddress(request.ip)
    // Anyone who guesses tokens runs dry; a heartbeat that was pinged before is never held up by its neighbours.
    if (pings.has(token)) enforceRateLimit(pings.take(token, clock.now()), reply)
    else enforceRateLimit(unknownCallers.peek(address, clock.now()), reply)
    const said = signalOfSuffix(suffix)
    const known =
      said !== null &&
      uuidPattern.test(token) &&
      (await recordPing(
        store,
        { token, ...senderOf(request), signal: await signalOf(request, said, clock) },
        { nowMs: clock.now(), publicUrl: sources.publicUrl },
      ))
    if (!known) {
      unknownCallers.take(address, clock.now())
      throw new Fault('HEARTBEAT_UNKNOWN')
    }
    if (!pings.has(token)) pings.take(token, clock.now())
    void reply.header('cache-control', 'no-store').header('ping-body-limit', String(pingBodyBytes)).type('text/plain')
    return 'OK\n'
  }
  void app.register(async (scope) => {
    collectBodies(scope)
    const config = { isForAnyHost: true }
    for (const path of ['/ping/:token', '/heartbeats/ping/:token'])
      for (const end of ['', '/', '/:suffix', '/:suffix/'])
        scope.route({
          method: ['GET', 'HEAD', 'POST'],
          url: path + end,
          config,
          handler: ping,
          exposeHeadRoute: false,
        })
  })
  rescueCalls(app)
}

/** The routes have these parameters, and the router fills them. */
const paramsOf = (request: FastifyRequest) => request.params as { readonly token: string; readonly suffix?: string }

async function signalOf(
  request: FastifyRequest,
  said: Pick<PingSignal, 'kind' | 'exitStatus'>,
  clock: Clock,
): Promise<PingSignal> {
  const query = new Map<string, unknown>(Object.entries(Object(request.query)))
  return { ...said, runId: runIdOf(query.get('rid')), body: await pingBodyOf(request, clock) }
}

/** The source of a ping is its Origin header, else Referer. */
const senderOf = ({ headers }: FastifyRequest) => ({
  source: headers.origin ?? headers.referer ?? '',
  userAgent: headers['user-agent'] ?? '',
})
