import { boundedBody } from '../requests/bounded-body.ts'
import { faultOfProblems, missingBody, smallBody, validatorOf } from '#validation'
import type { LargeBodies } from '../requests/large-bodies.ts'
import { agentLimits, clockHeaders } from '#contract'
import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import type { Static, TSchema } from 'typebox'

/** The body of a message, validated. Fields that the schema does not name are removed. Throws BODY_INVALID. */
export function readMessage<S extends TSchema>(schema: S, request: FastifyRequest): Static<S> {
  if (request.body === undefined) throw missingBody()
  const problems = validatorOf('body', schema)(request.body, request.bodyLength <= smallBody)
  if (problems) throw faultOfProblems('BODY_INVALID', problems, 'body')
  return request.body as Static<S>
}

/**
 * Accepts JSON whose strings may have every character, because reports quote what targets answered; what cannot be stored
 * is replaced when it is stored. `__proto__` and `constructor.prototype` are dropped.
 */
export function acceptReports(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('remove', 'remove')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyLength = text.length
    void parseJson(request, text, (error, value) => {
      const problem = 'it ends too early or is not JSON'
      done(error ? new Fault('JSON_MALFORMED', { values: { problem }, cause: error }) : null, value)
    })
  })
}

/** JSON bodies of agents, which may be compressed and are read in turns when they are large. */
export const messageBodies = (large: LargeBodies): preParsingHookHandler =>
  boundedBody(agentLimits.bodyBytes, large, ({ headers }) => headers.authorization ?? '')

/** Tells in every answer, errors as well, what time it was when the request arrived and when it was answered. */
export function addClockHeaders(scope: FastifyInstance, clock: Clock): void {
  const arrived = new WeakMap<FastifyRequest, number>()
  scope.addHook('onRequest', (request, _reply, done) => {
    arrived.set(request, clock.now())
    done()
  })
  scope.addHook('onSend', (request, reply, payload, done) => {
    const sentAt = clock.now()
    void reply.header(clockHeaders.receivedAt, arrived.get(request) ?? sentAt).header(clockHeaders.sentAt, sentAt)
    done(null, payload)
  })
}
