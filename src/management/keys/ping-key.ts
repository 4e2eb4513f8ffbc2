import { Fault, hashToken, randomToken } from '#kernel'
import type { Caller } from '#kernel'
import { deletePingKey as deleteStored, findPingKey, savePingKey } from '#storage/accounts'
import type { Store } from '#storage/database'

export interface PingKey {
  readonly prefix: string
  readonly createsChecks: boolean
  readonly createdAt: Date
}

const keyBytes = 18
const visibleCharacters = 6

/** Throws PING_KEY_NOT_FOUND while the account has none. */
export async function getPingKey(store: Store, { accountId }: Caller): Promise<PingKey> {
  const key = await findPingKey(store.db, accountId)
  if (key === null) throw new Fault('PING_KEY_NOT_FOUND')
  return key
}

/** Makes the ping key of the account, instead of the one it had. It is returned here only. */
export async function createPingKey(
  store: Store,
  { accountId, nowMs }: Caller,
  { createsChecks }: Pick<PingKey, 'createsChecks'>,
): Promise<PingKey & { readonly key: string }> {
  const key = randomToken(keyBytes)
  const made = { prefix: key.slice(0, visibleCharacters), createsChecks, createdAt: new Date(nowMs) }
  await store.db.transaction((tx) => savePingKey(tx, { ...made, accountId, hash: hashToken(key) }))
  return { ...made, key }
}

/** Throws PING_KEY_NOT_FOUND while the account has none. */
export async function deletePingKey(store: Store, { accountId }: Caller): Promise<void> {
  if (!(await store.db.transaction((tx) => deleteStored(tx, accountId)))) throw new Fault('PING_KEY_NOT_FOUND')
}
