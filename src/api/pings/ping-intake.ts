import type { Allowances, RateLimit } from '#contract'
import type { Clock } from '#kernel'
import { heartbeatOfSlug } from '#management'
import type { HeartbeatTimingInput } from '#management'
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
  /** The limits of the plan, for checks that pings make; absent: none. */
  readonly allowances?: Allowances
}

/** A ping by the ping key of an account and the slug of a name. */
export interface NamedPing {
  readonly pingKey: string
  readonly slug: string
  /** Whether an unknown slug makes a heartbeat, if the key may. */
  readonly creates: boolean
  /** When the job is due from now on, if the key may make heartbeats. */
  readonly timing?: HeartbeatTimingInput | undefined
  readonly signal: PingSignal
}

/** Two pings a second for one heartbeat: more pings carry no information. */
const pingLimit: RateLimit = { requests: 120, seconds: 60 }
/** For pings with an unknown token, from one address. */
const addressLimit: RateLimit = { requests: 300, seconds: 60 }

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Whether a text is the token of a heartbeat, and no ping key. */
export const isToken = (text: string): boolean => uuidPattern.test(text.toLowerCase())

/** As tools write tokens that know no hyphens. */
const plainPattern = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** Records pings, within the limits of their heartbeats and senders. */
export class PingIntake {
  readonly #sources: PingRoutes
  readonly #pings = new LocalRateLimiter(pingLimit)
  /** The latest ping of each ping key that may make a heartbeat. */
  readonly #creations = new Map<string, Promise<unknown>>()
  readonly #unknownCallers = new LocalRateLimiter(addressLimit)

  constructor(sources: PingRoutes) {
    this.#sources = sources
  }

  /**
   * The same by ping key and slug. A ping key that is unknown counts like an unknown token. Throws the faults of making a
   * check too.
   */
  async recordNamed(
    request: FastifyRequest,
    reply: FastifyReply,
    { signal, ...named }: NamedPing,
  ): Promise<'recorded' | 'created' | 'unknown' | 'ambiguous'> {
    const { store, clock, publicUrl, allowances = {} } = this.#sources
    const address = clientAddress(request.ip)
    const name = `${named.pingKey}/${named.slug}`
    this.#admit(name, address, reply)
    const context = { nowMs: clock.now(), allowances }
    const find = () => heartbeatOfSlug(store, named, context)
    const found = await (named.creates ? this.#inTurn(named.pingKey, find) : find())
    if (found === 'ambiguous') return found
    if (found === 'unknown') {
      this.#unknownCallers.take(address, clock.now())
      return found
    }
    const { isNew, ...check } = found
    // Making checks is as rare as guessing.
    if (isNew) this.#unknownCallers.take(address, clock.now())
    if (!this.#pings.has(name)) this.#pings.take(name, clock.now())
    const isKnown = await recordPing(
      store,
      { ...check, ...senderOf(request), signal },
      { nowMs: clock.now(), publicUrl },
    )
    return isKnown ? (isNew ? 'created' : 'recorded') : 'unknown'
  }

  /** Two pings at a time that make a heartbeat make one; those of other ping keys do not wait. */
  async #inTurn<T>(pingKey: string, find: () => Promise<T>): Promise<T> {
    const found = (this.#creations.get(pingKey) ?? Promise.resolve()).then(find)
    const last = found.catch(() => undefined)
    this.#creations.set(pingKey, last)
    try {
      return await found
    } finally {
      if (this.#creations.get(pingKey) === last) this.#creations.delete(pingKey)
    }
  }

  /** Throws the fault of a limit: that of a heartbeat that was pinged by this name before, else that of its sender. */
  #admit(name: string, address: string, reply: FastifyReply): void {
    const nowMs = this.#sources.clock.now()
    const isUsed = this.#pings.has(name)
    enforceRateLimit(isUsed ? this.#pings.take(name, nowMs) : this.#unknownCallers.peek(address, nowMs), reply)
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
    this.#admit(token, address, reply)
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
