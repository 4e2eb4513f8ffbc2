import { revokeApiKey } from '#storage'
import type { Store } from '#storage'

/**
 * Ends a key at once, in every process. Returns false when the account has no such key in force. A user key ends for
 * all accounts of its user.
 */
export const revokeKey = (store: Store, key: { accountId: string; id: string }, now: Date): Promise<boolean> =>
  store.db.transaction((tx) => revokeApiKey(tx, key.accountId, key.id, now))
