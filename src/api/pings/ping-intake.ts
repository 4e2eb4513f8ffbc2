import type { RateLimit } from '#contract'
import type { Clock } from '#kernel'
import { LocalRateLimiter } from '#ratelimit'
import { recordPing } from '#runs'
import type { PingSignal } from '#runs'
import type { Store } from '#storage/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { enforceRateLimit } from '../authentication/admission.ts'
import { clientAddress } from '../requests/client-address.ts'

export interface PingRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
}

/** Two pings a second for one heartbeat: more pings carry no information. */
const pingLimit: RateLimit = { requests: 120, seconds: 60 }
/** For pings with an unknown token, from one address. */
const addressLimit: RateLimit = { requests: 300, seconds: 60 }

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** As tools write tokens that know no hyphens. */
const plainPattern = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** Records pings, within the limits of their heartbeats and senders. */
export class PingIntake {
  readonly #sources: PingRoutes
  readonly #pings = new LocalRateLimiter(pingLimit)
  readonly #unknownCallers = new LocalRateLimiter(addressLimit)

  constructor(sources: PingRoutes) {
    this.#sources = sources
  }

  /**
   * Returns false when no heartbeat has this token, a UUID with or without hyphens. Throws the fault of a limit; anyone who
   * guesses tokens runs dry, and a heartbeat that was pinged before is never held up by its neighbours.
   */
  async record(
    request: FastifyRequest,
    reply: FastifyReply,
    { token: given, signal }: { readonly token: string; readonly signal: PingSignal | null },
  ): Promise<boolean> {
    const { store, clock, publicUrl } = this.#sources
    const token = given.toLowerCase().replace(plainPattern, '$1-$2-$3-$4-$5')
    const address = clientAddress(request.ip)
    if (this.#pings.has(token)) enforceRateLimit(this.#pings.take(token, clock.now()), reply)
    else enforceRateLimit(this.#unknownCallers.peek(address, clock.now()), reply)
    const isKnown =
      signal !== null &&
      uuidPattern.test(token) &&
      (await recordPing(store, { token, ...senderOf(request), signal }, { nowMs: clock.now(), publicUrl }))
    if (!isKnown) this.#unknownCallers.take(address, clock.now())
    else if (!this.#pings.has(token)) this.#pings.take(token, clock.now())
    return isKnown
  }
}

/** The source of a ping is its Origin header, else Referer. */
const senderOf = ({ headers }: FastifyRequest) => ({
  source: headers.origin ?? headers.referer ?? '',
  userAgent: headers['user-agent'] ?? '',
})
