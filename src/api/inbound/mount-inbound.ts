import { timeOrderedId } from '#kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mountAlertmanagerApi, mountSilences } from './alertmanager-api.ts'
import { InboundIntake } from './inbound-intake.ts'
import type { InboundRoutes } from './inbound-intake.ts'
import { jsonOf, tokenOf, unreadable } from './inbound-request.ts'
import { readOpsgenieRequest } from './read-opsgenie-request.ts'
import { readPagerdutyEvent } from './read-pagerduty-event.ts'
import { readWebhook } from './read-webhook.ts'

/** A group of a thousand alerts with their annotations. */
const bodyLimitBytes = 4 * 1024 * 1024
const eventLimitBytes = 512 * 1024

/** The addresses that other tools send their alerts to; the token in them is all that they need. */
export function mountInbound(app: FastifyInstance, routes: InboundRoutes): void {
  const intake = new InboundIntake(routes)

  const webhook = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const message = readWebhook(jsonOf(request))
    if (message === null) throw unreadable('send a webhook of Alertmanager, of Grafana or of Grafana OnCall')
    await intake.take(request, reply, { ...message, token: tokenOf(request) })
    void reply.header('cache-control', 'no-store').type('text/plain')
    return 'OK\n'
  }

  /** The Events API v2 of PagerDuty, whose routing key is the token. */
  const enqueue = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const read = readPagerdutyEvent(jsonOf(request))
    void reply.header('cache-control', 'no-store')
    if ('errors' in read) {
      void reply.code(400)
      return { status: 'invalid event', message: 'Event object is invalid', errors: read.errors }
    }
    const { routingKey: token, dedupKey, event } = read
    await intake.take(request, reply, { token, events: [event], leftOut: 0 })
    void reply.code(202)
    return { status: 'success', message: 'Event processed', dedup_key: dedupKey }
  }

  /** The Alert API of Opsgenie, whose key is the token. */
  const opsgenie = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const read = readOpsgenieRequest(request, jsonOf)
    void reply.header('cache-control', 'no-store')
    const answer = { took: 0, requestId: timeOrderedId(routes.clock.now()) }
    if ('problem' in read) return reply.code(422).send({ message: read.problem, ...answer })
    await intake.take(request, reply, { token: read.token, events: [read.event], leftOut: 0 })
    return reply.code(202).send({ result: 'Request will be processed', ...answer })
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      // A parser for every type is asked only for types that are valid.
      delete request.raw.headers['content-type']
      done(null, payload)
    })
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const options = { config: { isForAnyHost: true }, bodyLimit: bodyLimitBytes }
    for (const path of ['/inbound/:token', '/integrations/v1/formatted_webhook/:token'])
      for (const end of ['', '/']) scope.post(path + end, options, webhook)
    scope.post('/v2/enqueue', { ...options, bodyLimit: eventLimitBytes }, enqueue)
    scope.post('/inbound/v2/enqueue', { ...options, bodyLimit: eventLimitBytes }, enqueue)
    for (const start of ['/v2/alerts', '/inbound/v2/alerts'])
      for (const end of ['', '/:alias/close', '/:alias/acknowledge'])
        scope.post(start + end, { ...options, bodyLimit: eventLimitBytes }, opsgenie)
    mountAlertmanagerApi(scope, intake, { ...routes, options })
    mountSilences(scope, intake, { ...routes, options })
  })
}
