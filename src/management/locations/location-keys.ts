import { assertEntitled, Fault, hashToken, isUuid, randomToken, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  countPrivateLocationKeys,
  deletePrivateLocationKey as removeKey,
  insertPrivateLocationKey,
  lockPrivateLocation,
} from '#storage/checks'
import type { NewPrivateLocationKey, PrivateLocationKeyRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { locationIdOf } from './location-id.ts'

/**
 * Creates another key, returned in plaintext only once. Throws PRIVATE_LOCATION_NOT_FOUND, PRIVATE_LOCATION_KEYS_FULL
 * and ENTITLEMENT_DISABLED.
 */
export async function createPrivateLocationKey(
  store: Store,
  caller: Caller,
  locationId: string,
): Promise<CreatedLocationKey> {
  assertEntitled(caller.allowances, 'PRIVATE_LOCATIONS')
  const location = { accountId: caller.accountId, locationId: locationIdOf(locationId) }
  const { stored, created } = makeLocationKey(location, caller.nowMs)
  await store.db.transaction(async (tx) => {
    await holdLocation(tx, store, location)
    const count = await countPrivateLocationKeys(tx, location.accountId, location.locationId)
    if (count >= maxKeys) throw new Fault('PRIVATE_LOCATION_KEYS_FULL', { values: { most: maxKeys } })
    await insertPrivateLocationKey(tx, stored)
  })
  return created
}

/** Throws PRIVATE_LOCATION_NOT_FOUND and PRIVATE_LOCATION_KEY_NOT_FOUND. */
export async function deletePrivateLocationKey(
  store: Store,
  caller: Caller,
  key: { readonly locationId: string; readonly id: string },
): Promise<void> {
  const location = { accountId: caller.accountId, locationId: locationIdOf(key.locationId) }
  await store.db.transaction(async (tx) => {
    await holdLocation(tx, store, location)
    const existed = isUuid(key.id) && (await removeKey(tx, { ...location, id: key.id }))
    if (!existed) throw new Fault('PRIVATE_LOCATION_KEY_NOT_FOUND')
  })
}

async function holdLocation(
  tx: Queryable,
  { encryption }: Store,
  location: { readonly accountId: string; readonly locationId: string },
): Promise<void> {
  const found = await lockPrivateLocation(tx, encryption, location.accountId, location.locationId)
  if (found === null) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
}

/** Two, so that agents can move from one to the other without a gap. */
const maxKeys = 2
const keyBytes = 24
const visibleAtEnd = 4
/** A prefix by which scanners for leaked secrets recognize it. */
const prefix = 'pl_'

/** A key as the response that creates it returns it, in plaintext only once. */
export type CreatedLocationKey = PrivateLocationKeyRow & { readonly rawKey: string }

/** A new key, and its stored parts: its hash, and its last characters to recognize it by. */
export function makeLocationKey(
  location: { readonly accountId: string; readonly locationId: string },
  nowMs: number,
): { readonly stored: NewPrivateLocationKey; readonly created: CreatedLocationKey } {
  const rawKey = `${prefix}${randomToken(keyBytes)}`
  const row: PrivateLocationKeyRow = {
    id: timeOrderedId(nowMs),
    masked: `${prefix}...${rawKey.slice(-visibleAtEnd)}`,
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  return { stored: { ...row, ...location, hash: hashToken(rawKey) }, created: { ...row, rawKey } }
}
