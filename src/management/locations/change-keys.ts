import { assertEntitled, Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import {
  countPrivateLocationKeys,
  deletePrivateLocationKey as removeKey,
  insertPrivateLocationKey,
  lockPrivateLocation,
} from '#storage'
import type { Queryable, Store } from '#storage'
import { makeLocationKey, mostKeys } from './location-key.ts'
import type { CreatedLocationKey } from './location-key.ts'
import { locationIdOf } from './read-locations.ts'

/**
 * Makes another key, in clear this once. Throws PRIVATE_LOCATION_NOT_FOUND, PRIVATE_LOCATION_KEYS_FULL and
 * ENTITLEMENT_DISABLED.
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
    if (count >= mostKeys) throw new Fault('PRIVATE_LOCATION_KEYS_FULL', { values: { most: mostKeys } })
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
  { seal }: Store,
  location: { readonly accountId: string; readonly locationId: string },
): Promise<void> {
  const found = await lockPrivateLocation(tx, seal, location.accountId, location.locationId)
  if (found === null) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
}
