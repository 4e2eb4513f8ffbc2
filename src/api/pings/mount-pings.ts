import { Fault } from '#kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rescueCalls } from '../routes/rescue-calls.ts'
import { collectBodies, pingBodyBytes, pingBodyOf } from './ping-body.ts'
import { isToken, PingIntake } from './ping-intake.ts'
import type { PingRoutes } from './ping-intake.ts'
import { metricsOf } from './ping-metrics.ts'
import { runIdOf, signalOfSuffix } from './ping-signal.ts'
import { healthchecks } from './wires/healthchecks.ts'
import { wires } from './wires/index.ts'
import { queryOf, serveWire } from './wires/serve-wire.ts'

/** The addresses that jobs ping, ours and those that other tools have below `pingPrefix`; they need no key. */
export function mountPings(app: FastifyInstance, sources: PingRoutes & { readonly pingPrefix: string }): void {
  const { clock, pingPrefix } = sources
  const intake = new PingIntake(sources)
  const named = serveWire(healthchecks, intake, clock)

  const ping = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { token, suffix, last } = paramsOf(request)
    if (last !== undefined || (suffix !== undefined && !isToken(token))) return named(request, reply)
    const said = signalOfSuffix(suffix)
    const runId = runIdOf(queryOf(request).get('rid'))
    const body = said && (await pingBodyOf(request, clock))
    const signal = said && { ...said, runId, body, metrics: metricsOf(request, body) }
    if (!(await intake.record(request, reply, { token, signal }))) throw new Fault('HEARTBEAT_UNKNOWN')
    void reply.header('cache-control', 'no-store').header('ping-body-limit', String(pingBodyBytes)).type('text/plain')
    return 'OK\n'
  }
  void app.register(async (scope) => {
    collectBodies(scope)
    const common = { config: { isForAnyHost: true }, exposeHeadRoute: false }
    for (const path of ['/ping/:token', '/heartbeats/ping/:token'])
      for (const end of ['', '/', '/:suffix', '/:suffix/', '/:suffix/:last', '/:suffix/:last/'])
        scope.route({ ...common, method: ['GET', 'HEAD', 'POST'], url: path + end, handler: ping })
    for (const wire of wires)
      for (const path of wire.paths)
        for (const end of path.endsWith('/') ? [''] : ['', '/'])
          scope.route({
            ...common,
            method: [...wire.methods],
            url: pingPrefix + path + end,
            handler: serveWire(wire, intake, clock),
          })
  })
  rescueCalls(app)
}

/** The routes have these parameters, and the router fills them. */
const paramsOf = (request: FastifyRequest) => request.params as { token: string; suffix?: string; last?: string }
