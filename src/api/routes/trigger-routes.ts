import { enforceRateLimit } from '../authentication/admission.ts'
import type { LimitTo } from '../create-api.ts'
import { largestId } from '#contract'
import type { RateLimit } from '#contract'
import { findTriggerOfUrl, startTriggeredRun, waitForOutcome } from '#runs'
import type { TriggerCall } from '#runs'
import { Fault, isUuid } from '#kernel'
import type { Clock } from '#kernel'
import type { RateLimiter } from '#ratelimit'
import type { TriggerTarget } from '#storage/checks'
import type { Store } from '#storage/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptAnyBody } from './public-routes.ts'
import { isWebUrl } from './web-url.ts'

export interface TriggerRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly limiter: RateLimiter
  readonly limitTo: LimitTo
}

/** For one trigger. */
const limit: RateLimit = { requests: 10, seconds: 60 }
/** For one address, against guessing tokens. */
const addressLimit: RateLimit = { requests: 300, seconds: 60 }
const maxRunMs = 30_000
const maxTextLength = 255
const maxUrlLength = 2048

/** The URLs of triggers: a request runs the check or group of the trigger and returns the outcome. */
export function mountTriggerRoutes(app: FastifyInstance, { store, clock, limiter, limitTo }: TriggerRoutes): void {
  const waiting = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const controller of waiting) controller.abort()
  })

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const deadlineMs = clock.now() + maxRunMs
    const trigger = await findTriggerOfUrl(store, urlOf(request))
    enforceRateLimit(await limiter.take(`trigger:${trigger.id}`, limit), reply)
    const sessions = await startTriggeredRun(store, trigger, { ...callOf(request), nowMs: clock.now() })
    const signal = signalOf(reply, waiting)
    const outcome = await waitForOutcome(store, sessions, { clock, deadlineMs, signal })
    if (outcome === null) throw new Fault('TRIGGER_RUN_PENDING', { values: { seconds: maxRunMs / 1000 } })
    void reply.code(outcome.hasFailures ? 503 : 200).header('cache-control', 'no-store')
    return outcome
  }
  void app.register(async (scope) => {
    scope.addHook('onRequest', limitTo('triggers', addressLimit))
    acceptAnyBody(scope)
    const config = { isForAnyHost: true }
    for (const url of ['/checks/:checkId/trigger/:token', '/check-groups/:groupId/trigger/:token'])
      scope.route({ method: ['GET', 'POST'], url, config, handler, exposeHeadRoute: false })
  })
}

/** Aborts when the client disconnects or the service stops. The run continues. */
function signalOf(reply: FastifyReply, waiting: Set<AbortController>): AbortSignal {
  const controller = new AbortController()
  waiting.add(controller)
  // An open keep-alive connection would delay the stop of the service.
  controller.signal.addEventListener('abort', () => void reply.header('connection', 'close'))
  reply.raw.once('close', () => {
    waiting.delete(controller)
    controller.abort()
  })
  return controller.signal
}

interface UrlParameters {
  readonly checkId?: string
  readonly groupId?: string
  readonly token: string
}

/** The routes have these parameters. Throws TRIGGER_UNKNOWN for malformed ids. */
function urlOf(request: FastifyRequest): TriggerTarget & { readonly token: string } {
  const { checkId, groupId, token } = request.params as UrlParameters
  if (checkId !== undefined && isUuid(checkId)) return { checkId: checkId.toLowerCase(), groupId: null, token }
  if (groupId !== undefined && /^\d{1,19}$/.test(groupId) && Number(groupId) <= largestId)
    return { checkId: null, groupId: Number(groupId), token }
  throw new Fault('TRIGGER_UNKNOWN')
}

/** The parameters of the query. Those that only describe the deployment are validated and not stored. */
function callOf(request: FastifyRequest): Omit<TriggerCall, 'nowMs'> {
  const query = new Map(Object.entries(Object(request.query)))
  for (const name of ['deployment', 'repository', 'sha', 'deploymentId']) textOf(query, name, maxTextLength)
  const environmentUrl = textOf(query, 'environmentUrl', maxUrlLength)
  if (environmentUrl !== null && !isWebUrl(environmentUrl))
    throw wrong('environmentUrl must be an http or https URL without user and password')
  return {
    environmentUrl,
    environmentName: textOf(query, 'environmentName', maxTextLength),
    runLocation: textOf(query, 'runLocation', maxTextLength),
  }
}

/** Null for absent and empty parameters, since pipelines send unset variables as empty. */
function textOf(query: ReadonlyMap<string, unknown>, name: string, maxLength: number): string | null {
  const value = query.get(name)
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw wrong(`${name} must be given once`)
  if (value.length > maxLength) throw wrong(`${name} must have at most ${maxLength} characters`)
  if (/\p{Cc}/u.test(value)) throw wrong(`${name} must not contain control characters`)
  return value
}

const wrong = (problems: string): Fault => new Fault('PARAMETER_INVALID', { values: { problems } })
