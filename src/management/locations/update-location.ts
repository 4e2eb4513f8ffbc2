import { givenBody } from '#contract'
import type { Given, PrivateLocationUpdateBody } from '#contract'
import { Fault, invariant } from '#kernel'
import type { Caller } from '#kernel'
import { findPrivateLocations, lockPrivateLocation, updatePrivateLocation as saveLocation } from '#storage'
import type { PrivateLocationWithKeys, Store } from '#storage'
import { judgeProxyUrl } from './judge-proxy-url.ts'
import { locationIdOf } from './read-locations.ts'

/** Changes what the body names (specification 4.5); the slug name stays. Throws PRIVATE_LOCATION_NOT_FOUND. */
export function updatePrivateLocation(
  store: Store,
  caller: Caller,
  input: { readonly id: string; readonly body: Given<Partial<PrivateLocationUpdateBody>> },
): Promise<PrivateLocationWithKeys> {
  const id = locationIdOf(input.id)
  return store.db.transaction(async (tx) => {
    const before = await lockPrivateLocation(tx, store.seal, caller.accountId, id)
    if (before === null) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
    const { name = before.name, icon, proxyUrl } = givenBody(input.body, { ...before })
    const after = {
      ...before,
      name,
      icon: icon ?? before.icon,
      proxyUrl: proxyUrl === undefined ? before.proxyUrl : proxyUrl || null,
      updatedAt: new Date(caller.nowMs),
    }
    judgeProxyUrl(after.proxyUrl)
    await saveLocation(tx, store.seal, after)
    const [saved] = await findPrivateLocations(tx, store.seal, caller.accountId, id)
    invariant(saved, 'a location that is held is there')
    return saved
  })
}
