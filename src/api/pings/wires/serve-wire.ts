import { printable } from '#kernel'
import type { Clock } from '#kernel'
import { redactText } from '#redaction'
import type { PingSignal } from '#runs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pingBodyBytes, pingBodyOf } from '../ping-body.ts'
import { metricsOf } from '../ping-metrics.ts'
import type { PingIntake } from '../ping-intake.ts'
import type { Wire, WireAnswer } from './wire.ts'

/** The values of a query, of those given several times the first. */
export const queryOf = (request: FastifyRequest): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(Object(request.query)).flatMap(([name, value]) => {
      const first: unknown = Array.isArray(value) ? value[0] : value
      return typeof first === 'string' ? [[name, first] as const] : []
    }),
  )

/** The handler of a wire: reads the call, records the ping, and answers as the clients of the tool expect. */
export const serveWire =
  (wire: Wire, intake: PingIntake, clock: Clock) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const body = await pingBodyOf(request, clock)
    const metrics = metricsOf(request, body)
    const read = wire.read({
      params: paramsOf(request),
      query: queryOf(request),
      authorization: request.headers.authorization ?? '',
      body,
      metrics,
    })
    if ('status' in read) return send(reply, read)
    const signal = { ...withoutSecrets(read.signal), metrics }
    if ('token' in read) {
      const isKnown = await intake.record(request, reply, { token: read.token, signal })
      return send(reply, isKnown ? wire.recorded : wire.unknown)
    }
    const { recorded, unknown, created = createdThere } = wire
    const outcome = await intake.recordNamed(request, reply, { ...read, signal })
    return send(reply, { recorded, unknown, created, ambiguous }[outcome])
  }

/** Those of healthchecks. */
const createdThere = { status: 201, body: 'Created' } as const
const ambiguous = { status: 409, body: 'ambiguous slug' } as const

/** A message in a query is as untrusted as a body. */
function withoutSecrets(signal: PingSignal): PingSignal {
  const { body } = signal
  return body === null
    ? signal
    : { ...signal, body: { ...body, text: redactText(printable(body.text.slice(0, pingBodyBytes))) } }
}

function send(reply: FastifyReply, { status, body }: WireAnswer): unknown {
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .header('ping-body-limit', String(pingBodyBytes))
  if (typeof body === 'string') void reply.type('text/plain')
  return body
}

/** The routes of wires have parameters of one value each. */
const paramsOf = (request: FastifyRequest) => request.params as Readonly<Record<string, string | undefined>>
