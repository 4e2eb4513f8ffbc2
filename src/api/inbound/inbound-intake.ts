import type { RateLimit } from '#contract'
import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import { receiveAlerts } from '#notifying'
import type { ReceivedMessage } from '#notifying'
import { LocalRateLimiter } from '#ratelimit'
import type { RateDecision } from '#ratelimit'
import type { Store } from '#storage/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from '../requests/client-address.ts'

export interface InboundRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
  readonly serviceName: string
}

/** For one source: two Prometheus servers that send five thousand alerts each minute stay below it. */
const sourceLimit: RateLimit = { requests: 1200, seconds: 60 }
/** For requests with an unknown token, from one address. */
const addressLimit: RateLimit = { requests: 300, seconds: 60 }
/** Messages of one source are taken in turn; so many may wait in this process. */
const mostWaiting = 8

/**
 * Takes messages within the limits of their sources and senders. A limit is answered 503: Alertmanager repeats that, and
 * drops what is answered 429.
 */
export class InboundIntake {
  readonly #routes: InboundRoutes
  readonly #known = new LocalRateLimiter(sourceLimit)
  readonly #unknownCallers = new LocalRateLimiter(addressLimit)
  readonly #turns = new Map<string, { waiting: number; last: Promise<unknown> }>()

  constructor(routes: InboundRoutes) {
    this.#routes = routes
  }

  /** Throws ALERT_SOURCE_UNKNOWN, and ALERT_SOURCE_BUSY with when to try again. */
  async take(request: FastifyRequest, reply: FastifyReply, message: ReceivedMessage): Promise<void> {
    await this.withSource(request, reply, message.token, (context) =>
      receiveAlerts(this.#routes.store, message, { ...context, publicUrl: this.#routes.publicUrl }),
    )
  }

  /** Does something for a token, one after another; false or null: no source has it. */
  async withSource<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    act: (context: { readonly nowMs: number }) => Promise<T | false | null>,
  ): Promise<T> {
    const address = clientAddress(request.ip)
    const nowMs = this.#routes.clock.now()
    const isKnown = this.#known.has(token)
    admit(isKnown ? this.#known.take(token, nowMs) : this.#unknownCallers.peek(address, nowMs), reply)
    const done = await this.#inTurn(token, reply, () => act({ nowMs: this.#routes.clock.now() }))
    if (done === false || done === null) {
      this.#unknownCallers.take(address, nowMs)
      throw new Fault('ALERT_SOURCE_UNKNOWN')
    }
    if (!isKnown) this.#known.take(token, nowMs)
    return done
  }

  async #inTurn<T>(token: string, reply: FastifyReply, act: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(token) ?? { waiting: 0, last: Promise.resolve() }
    if (turn.waiting >= mostWaiting) throw busy(reply, 2)
    this.#turns.set(token, turn)
    turn.waiting += 1
    const done = turn.last.then(act)
    turn.last = done.catch(() => undefined)
    try {
      return await done
    } finally {
      turn.waiting -= 1
      if (turn.waiting === 0) this.#turns.delete(token)
    }
  }
}

function admit({ isAllowed, resetSeconds }: RateDecision, reply: FastifyReply): void {
  if (!isAllowed) throw busy(reply, resetSeconds)
}

function busy(reply: FastifyReply, seconds: number): Fault {
  void reply.header('retry-after', String(seconds))
  return new Fault('ALERT_SOURCE_BUSY')
}
