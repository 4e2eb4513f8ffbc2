import type { RateLimit } from '#contract'
import { Fault } from '#kernel'
import { isWithinLimits, resetSeconds } from '#ratelimit'
import { clientAddress } from '../client-address.ts'
import type { RequestContext } from '../request-context.ts'

/** Guesses of the password of one person: from one network, and from all together. */
const guesses: RateLimit = { requests: 10, seconds: 900 }
const guessesOfAll: RateLimit = { requests: 200, seconds: 900 }

/** Throws RATE_LIMITED. */
export async function limitGuesses({ store, visitor, now }: RequestContext, person: string): Promise<void> {
  const name = `password ${person.toLowerCase()}`
  const limits = [
    { ...guesses, key: `${name} from ${clientAddress(visitor.address)}` },
    { ...guessesOfAll, key: name },
  ]
  if (await isWithinLimits(store.db, limits, now.getTime())) return
  const { requests: limit, seconds } = guesses
  throw new Fault('RATE_LIMITED', { values: { limit, seconds, retryAfter: resetSeconds(guesses, now.getTime()) } })
}
