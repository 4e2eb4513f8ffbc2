import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { findPrivateLocations } from '#storage'
import type { PrivateLocationWithKeys, Store } from '#storage'

/** All private locations of the account, oldest first. */
export const listPrivateLocations = (store: Store, { accountId }: Caller): Promise<PrivateLocationWithKeys[]> =>
  findPrivateLocations(store.db, store.seal, accountId)

/** Throws PRIVATE_LOCATION_NOT_FOUND. */
export async function getPrivateLocation(store: Store, caller: Caller, id: string): Promise<PrivateLocationWithKeys> {
  const [location] = await findPrivateLocations(store.db, store.seal, caller.accountId, locationIdOf(id))
  if (location === undefined) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
  return location
}

/** What cannot be an id is not found. */
export function locationIdOf(id: string): string {
  if (!isUuid(id)) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
  return id
}
