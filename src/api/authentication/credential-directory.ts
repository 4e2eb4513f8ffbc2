import { hash } from 'node:crypto'
import type { Clock, Log } from '#kernel'
import { apiKeysChannel } from '#storage/accounts'
import type { Database } from '#storage/database'
import { LRUCache } from 'lru-cache'

const rememberedMs = 5000
const rememberedMax = 10_000

/** Looks up keys or tokens of sessions, caching each for a few seconds. */
export interface CredentialDirectory<Found> {
  /** Null for one that is unknown or was revoked. Synchronous when cached, otherwise a promise. */
  find(credential: string): Found | null | Promise<Found | null>
  /** Subscribes to changes made by any process; they clear the cache. */
  start(): void
  stop(): Promise<void>
}

interface DirectoryTools {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** Credentials are held by their hash only. */
export function createCredentialDirectory<Found extends object>(
  { db, clock, log }: DirectoryTools,
  look: (credential: string) => Promise<Found | null>,
): CredentialDirectory<Found> {
  const remembered = new LRUCache<string, { readonly found: Found | null }>({
    // With a largest number alone it would take room for all of them, and clear it at every change.
    maxSize: rememberedMax,
    sizeCalculation: () => 1,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: clock,
  })
  let forgettings = 0
  const forget = (): void => {
    forgettings += 1
    remembered.clear()
  }

  const lookUp = async (credential: string, name: string): Promise<Found | null> => {
    const before = forgettings
    const found = await look(credential)
    // A change during the query may have made the result stale already.
    if (before !== forgettings) return found
    remembered.set(name, { found })
    return found
  }

  return {
    find(credential) {
      const name = hash('sha256', credential, 'base64url')
      const known = remembered.get(name)
      return known ? known.found : lookUp(credential, name)
    },
    ...listening(db, forget, log),
  }
}
/** Subscribing must not delay the start or the stop of the service while the database is unreachable. */
function listening(db: Database, forget: () => void, log: Log): Pick<CredentialDirectory<object>, 'start' | 'stop'> {
  let end: (() => Promise<void>) | undefined
  let isStopped = false
  return {
    start() {
      db.listen(apiKeysChannel, forget).then(
        (stop) => {
          end = stop
          // Changes made before the subscription were missed.
          forget()
          if (isStopped) void stop()
        },
        (error: unknown) => log.warn({ error: String(error) }, 'Listening for changed API keys and sessions failed'),
      )
    },
    async stop() {
      isStopped = true
      await end?.()
    },
  }
}
