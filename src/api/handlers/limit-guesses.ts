import type { RateLimit } from '#contract'
import { Fault } from '#kernel'
import { isWithinLimits, resetSeconds } from '#ratelimit'
import { clientAddress } from '../requests/client-address.ts'
import type { RequestContext } from '../request-context.ts'

/** Guesses of the password of one person: from one network, and from all together. */
const guesses: RateLimit = { requests: 10, seconds: 900 }
const guessesOfAll: RateLimit = { requests: 200, seconds: 900 }

/**
 * Guesses in browsers in which the person has signed in before count apart, so that those of others lock nobody out.
 * Throws RATE_LIMITED.
 */
export async function limitGuesses(
  { store, visitor, now }: RequestContext,
  person: string,
  knownPerson: string | null = null,
): Promise<void> {
  const name = `password ${person.toLowerCase()}`
  const limits =
    knownPerson === null
      ? [
          { ...guesses, key: `${name} from ${clientAddress(visitor.address)}` },
          { ...guessesOfAll, key: name },
        ]
      : [{ ...guesses, key: `password ${knownPerson} in known browsers` }]
  if (await isWithinLimits(store.db, limits, now.getTime())) return
  const { requests: limit, seconds } = guesses
  throw new Fault('RATE_LIMITED', { values: { limit, seconds, retryAfter: resetSeconds(guesses, now.getTime()) } })
}
