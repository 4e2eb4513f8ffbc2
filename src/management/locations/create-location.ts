import { PrivateLocationCreateBodySchema, withDefaults } from '#contract'
import type { PrivateLocationCreateBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance, insertPrivateLocation, insertPrivateLocationKey } from '#storage'
import type { PrivateLocation, Store } from '#storage'
import { judgeProxyUrl } from './judge-proxy-url.ts'
import { makeLocationKey } from './location-key.ts'
import type { CreatedLocationKey } from './location-key.ts'

export type CreatedLocation = PrivateLocation & { readonly keys: readonly CreatedLocationKey[] }

/** Creates a private location with its first key in clear (semantics 8.1). Throws PRIVATE_LOCATION_EXISTS. */
export async function createPrivateLocation(
  store: Store,
  caller: Caller,
  body: PrivateLocationCreateBody,
): Promise<CreatedLocation> {
  const { name, slugName, icon = 'location', proxyUrl } = withDefaults(PrivateLocationCreateBodySchema, body)
  const location: PrivateLocation = {
    accountId: caller.accountId,
    id: timeOrderedId(caller.nowMs),
    name,
    slugName,
    icon,
    proxyUrl: proxyUrl || null,
    createdAt: new Date(caller.nowMs),
    updatedAt: null,
  }
  judgeProxyUrl(location.proxyUrl)
  const key = makeLocationKey({ accountId: caller.accountId, locationId: location.id }, caller.nowMs)
  await store.db.transaction(async (tx) => {
    const isNew = await insertPrivateLocation(tx, store.seal, location)
    if (!isNew) throw new Fault('PRIVATE_LOCATION_EXISTS', { values: { slugName } })
    await assertAllowance(tx, caller, 'PRIVATE_LOCATIONS')
    await insertPrivateLocationKey(tx, key.stored)
  })
  return { ...location, keys: [key.created] }
}
