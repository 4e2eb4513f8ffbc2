import { clientAddress } from '../requests/client-address.ts'
import { enforceRateLimit } from '../authentication/admission.ts'
import { agentHeaders } from '#contract'
import type { RateLimit } from '#contract'
import { Fault, hashToken, isUuid } from '#kernel'
import type { Clock } from '#kernel'
import { LocalRateLimiter } from '#ratelimit'
import type { RateLimiter } from '#ratelimit'
import { findLocationOfKey } from '#storage/agents'
import type { LeaseHolder, LocationGrant } from '#storage/agents'
import type { Store } from '#storage/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An agent that has said hello, and the location of its key. */
export interface AgentCaller {
  readonly grant: LocationGrant
  readonly agentId: string
  readonly holder: LeaseHolder
  readonly keyHash: Buffer
}

/** Calls with keys that no location has, from one address. */
const guessLimit: RateLimit = { requests: 60, seconds: 60 }
/** Calls of one agent: ten times what a busy one makes. */
const agentLimit: RateLimit = { requests: 6_000, seconds: 60 }
/** Agents of one key that say hello. */
const helloLimit: RateLimit = { requests: 600, seconds: 60 }

const bearer = /^bearer +([\w.~+/-]{1,256}=*) *$/i

/** Finds out who calls. The key is read in the database for every call, so that a deleted one is of no more use. */
export class AgentCallers {
  readonly #store: Store
  readonly #clock: Clock
  readonly #limiter: RateLimiter
  readonly #calls = new LocalRateLimiter(agentLimit)

  constructor({ store, clock, limiter }: { store: Store; clock: Clock; limiter: RateLimiter }) {
    this.#store = store
    this.#clock = clock
    this.#limiter = limiter
  }

  /** Throws LOCATION_KEY_INVALID, RATE_LIMITED and AGENT_UNKNOWN. */
  async find(request: FastifyRequest, reply: FastifyReply): Promise<AgentCaller> {
    const agentId = agentIdOf(request)
    const keyHash = keyHashOf(request)
    const grant = keyHash && (await findLocationOfKey(this.#store.db, keyHash, agentId))
    if (!grant || !keyHash) return this.#reject(request, reply)
    enforceRateLimit(this.#calls.take(`${grant.keyId} ${agentId}`, this.#clock.now()), reply)
    if (agentId === null || !grant.isKnownAgent) throw new Fault('AGENT_UNKNOWN')
    return { grant, agentId, keyHash, holder: holderOf(grant, agentId) }
  }

  /** Of an agent that says hello. Throws LOCATION_KEY_INVALID and RATE_LIMITED. */
  async findGrant(request: FastifyRequest, reply: FastifyReply): Promise<LocationGrant> {
    const keyHash = keyHashOf(request)
    const grant = keyHash && (await findLocationOfKey(this.#store.db, keyHash, null))
    if (!grant) return this.#reject(request, reply)
    enforceRateLimit(await this.#limiter.take(`agent-hello:${grant.keyId}`, helloLimit), reply)
    return grant
  }

  /** Throws LOCATION_KEY_INVALID when the key was deleted since the call began. */
  async confirm({ keyHash, agentId }: AgentCaller): Promise<void> {
    if ((await findLocationOfKey(this.#store.db, keyHash, agentId)) === null) throw new Fault('LOCATION_KEY_INVALID')
  }

  async #reject(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    enforceRateLimit(await this.#limiter.take(`agent-key:${clientAddress(request.ip)}`, guessLimit), reply)
    throw new Fault('LOCATION_KEY_INVALID')
  }
}

export const holderOf = ({ queue }: LocationGrant, agentId: string): LeaseHolder => ({
  queue,
  runnerId: `agent ${agentId}`,
})

function keyHashOf({ headers }: FastifyRequest): Buffer | null {
  const key = bearer.exec(headers.authorization ?? '')?.[1]
  return key === undefined ? null : hashToken(key)
}

function agentIdOf({ headers }: FastifyRequest): string | null {
  const id = headers[agentHeaders.agentId]
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null
}
