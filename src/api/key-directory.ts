import { hash } from 'node:crypto'
import { hashToken } from '#kernel'
import type { Clock, Log } from '#kernel'
import { apiKeysChannel, findApiKeyGrants } from '#storage'
import type { ApiKeyGrants, Database } from '#storage'
import { LRUCache } from 'lru-cache'

const rememberedMs = 5000
const rememberedMax = 10_000

/** Looks up keys, caching each for a few seconds. */
export interface KeyDirectory {
  /** Null for a key that is unknown or revoked. Synchronous when cached, otherwise a promise. */
  find(key: string): ApiKeyGrants | null | Promise<ApiKeyGrants | null>
  /** Subscribes to changes made by any process; they clear the cache. */
  start(): void
  stop(): Promise<void>
}

/** Keys are held by their hash only. */
export function createKeyDirectory(db: Database, clock: Clock, log: Log): KeyDirectory {
  const remembered = new LRUCache<string, { readonly found: ApiKeyGrants | null }>({
    max: rememberedMax,
    ttl: rememberedMs,
    ttlResolution: 0,
    perf: clock,
  })
  let forgettings = 0
  const forget = (): void => {
    forgettings += 1
    remembered.clear()
  }

  const findKey = async (key: string, name: string): Promise<ApiKeyGrants | null> => {
    const before = forgettings
    const found = await findApiKeyGrants(db, hashToken(key))
    // A change during the query may have made the result stale already.
    if (before !== forgettings) return found
    remembered.set(name, { found })
    return found
  }

  return {
    find(key) {
      const name = hash('sha256', key, 'base64url')
      const known = remembered.get(name)
      return known ? known.found : findKey(key, name)
    },
    ...listening(db, forget, log),
  }
}

/** Subscribing must not delay the start or the stop of the service while the database is unreachable. */
function listening(db: Database, forget: () => void, log: Log): Pick<KeyDirectory, 'start' | 'stop'> {
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
        (error: unknown) => log.warn({ error: String(error) }, 'Listening for changed API keys failed'),
      )
    },
    async stop() {
      isStopped = true
      await end?.()
    },
  }
}
