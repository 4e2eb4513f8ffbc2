import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { bodyLimits, bodyValuesMax } from '#contract'
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { inflateBody, tooLarge } from './inflate-body.ts'
import { JsonMeter } from './json-meter.ts'
import type { LargeBodies } from './large-bodies.ts'
import { faultOfProblems } from '#validation'

/** Whose large bodies take turns with those of others. */
type GroupOf = (request: FastifyRequest) => string

const keyOf: GroupOf = ({ caller }) => caller?.keyId ?? ''

/**
 * Limits what a body may cost before it is parsed. A body above `limit` bytes is rejected by its content-length; one
 * above the default limit waits for its turn and is metered as it arrives. Throws BODY_TOO_LARGE, BODY_INVALID and
 * BODY_ENCODING_INVALID.
 */
export const boundedBody =
  (limit: number, large: LargeBodies, groupOf: GroupOf = keyOf): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers
    const isPacked = encoding !== 'identity'
    if (Number(length) > limit) return done(tooLarge(limit))
    if (limit <= bodyLimits.standard || isSmall(request, isPacked)) {
      return isPacked ? inflateBody(request.raw, encoding, limit) : done(null, payload)
    }
    return inTurn(groupOf(request), reply, large).then(async () => {
      const valuesMax = bodyValuesMax(limit)
      if (!isPacked) return metered(payload, request, valuesMax)
      const body = await inflateBody(request.raw, encoding, limit)
      return Object.assign(metered(body, request, valuesMax), { receivedEncodedLength: body.receivedEncodedLength })
    })
  }

/** Whether a body is certainly not above the default limit. */
function isSmall({ headers }: FastifyRequest, isPacked: boolean): boolean {
  if (headers['content-length'] === undefined) return headers['transfer-encoding'] === undefined
  return !isPacked && Number(headers['content-length']) <= bodyLimits.standard
}

/** The turn lasts until the request is answered or aborted, because the result of a large body is large, too. */
const inTurn = (group: string, reply: FastifyReply, large: LargeBodies): Promise<void> =>
  new Promise((resolve) => {
    const leave = large.enter(group, resolve)
    reply.raw.once('close', leave)
  })

/** The same bytes, with one iteration of the event loop between any two chunks. */
function metered(payload: Readable, request: FastifyRequest, valuesMax: number): Transform {
  const meter = new JsonMeter(valuesMax)
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const problem = meter.feed(chunk)
      const fault = problem === undefined ? null : faultOfProblems('BODY_INVALID', [problem], 'body')
      setImmediate(() => done(fault, chunk))
    },
  })
  // The stream must stay open after a rejection, or the response could not be sent.
  request.raw.once('error', (error) => stream.destroy(error))
  return payload.pipe(stream)
}
