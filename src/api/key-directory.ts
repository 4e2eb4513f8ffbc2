import { hash } from 'node:crypto'
import { hashToken } from '#kernel'
import type { Clock, Log } from '#kernel'
import { apiKeysChannel, findApiKeyGrants } from '#storage'
import type { ApiKeyGrants, Database } from '#storage'
import { LRUCache } from 'lru-cache'

const rememberedMs = 5000
const rememberedMax = 10_000

/** Finds keys, remembering each for a few seconds. */
export interface KeyDirectory {
  /** Null for a key that is unknown or revoked. The remembered answer comes at once, another as a promise. */
  find(key: string): ApiKeyGrants | null | Promise<ApiKeyGrants | null>
  /** Starts to listen for changes made by any process; they make it forget everything. */
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

  const lookUp = async (key: string, name: string): Promise<ApiKeyGrants | null> => {
    const before = forgettings
    const found = await findApiKeyGrants(db, hashToken(key))
    // A change during the query may have made the answer old already.
    if (before !== forgettings) return found
    remembered.set(name, { found })
    return found
  }

  return {
    find(key) {
      const name = hash('sha256', key, 'base64url')
      const known = remembered.get(name)
      return known ? known.found : lookUp(key, name)
    },
    ...listening(db, forget, log),
  }
}

/** Listening must not hold up the start or the stop of the service while the database is away. */
function listening(db: Database, forget: () => void, log: Log): Pick<KeyDirectory, 'start' | 'stop'> {
  let end: (() => Promise<void>) | undefined
  let isStopped = false
  return {
    start() {
      db.listen(apiKeysChannel, forget).then(
        (stop) => {
          end = stop
          // What changed before anybody listened was not told.
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
