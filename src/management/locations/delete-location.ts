import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { countUsesOfPrivateLocation, deletePrivateLocation as removeLocation, lockPrivateLocation } from '#storage'
import type { Store } from '#storage'
import { locationIdOf } from './read-locations.ts'

/**
 * Deletes a private location with its keys and samples. Throws PRIVATE_LOCATION_NOT_FOUND, and PRIVATE_LOCATION_IN_USE
 * while a check or a group names it.
 */
export async function deletePrivateLocation(store: Store, caller: Caller, text: string): Promise<void> {
  const id = locationIdOf(text)
  const { accountId } = caller
  await store.db.transaction(async (tx) => {
    const location = await lockPrivateLocation(tx, store.seal, accountId, id)
    if (location === null) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
    const { checks, groups } = await countUsesOfPrivateLocation(tx, accountId, location.slugName)
    if (checks + groups > 0) throw new Fault('PRIVATE_LOCATION_IN_USE', { values: { checks, groups } })
    await removeLocation(tx, accountId, id)
  })
}
