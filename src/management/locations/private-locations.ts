import { givenBody, PrivateLocationCreateBodySchema, regions, withDefaults } from '#contract'
import type { Given, PrivateLocationCreateBody, PrivateLocationUpdateBody } from '#contract'
import { Fault, invariant, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import { listLocationAgents, listLocationEvents } from '#storage/agents'
import {
  countUsesOfPrivateLocation,
  deletePrivateLocation as removeLocation,
  findPrivateLocations,
  holdPrivateLocations,
  insertPrivateLocation,
  insertPrivateLocationKey,
  lockPrivateLocation,
  updatePrivateLocation as saveLocation,
} from '#storage/checks'
import type { LocationAgent, LocationEventRow } from '#storage/agents'
import type { PrivateLocation, PrivateLocationWithKeys } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { validateProxyUrl } from './validate-proxy-url.ts'
import { locationIdOf } from './location-id.ts'
import { makeLocationKey } from './location-keys.ts'
import type { CreatedLocationKey } from './location-keys.ts'

export type CreatedLocation = PrivateLocation & { readonly keys: readonly CreatedLocationKey[] }

/** Creates a private location and returns its first key in plaintext. Throws PRIVATE_LOCATION_EXISTS. */
export async function createPrivateLocation(
  store: Store,
  caller: Caller,
  body: PrivateLocationCreateBody,
): Promise<CreatedLocation> {
  const { name, slugName, icon = 'location', proxyUrl } = withDefaults(PrivateLocationCreateBodySchema, body)
  // Some requests name a location by either.
  if (regions.includes(slugName.toLowerCase())) throw slugNameTaken(slugName)
  const location: PrivateLocation = {
    accountId: caller.accountId,
    id: timeOrderedId(caller.nowMs),
    name,
    slugName,
    icon,
    proxyUrl: proxyUrl || null,
    unservedSince: new Date(caller.nowMs),
    unavailableSince: null,
    createdAt: new Date(caller.nowMs),
    updatedAt: null,
  }
  validateProxyUrl(location.proxyUrl)
  const key = makeLocationKey({ accountId: caller.accountId, locationId: location.id }, caller.nowMs)
  await store.db.transaction(async (tx) => {
    const isNew = await insertPrivateLocation(tx, store.encryption, location)
    if (!isNew) throw slugNameTaken(slugName)
    await assertAllowance(tx, caller, 'PRIVATE_LOCATIONS')
    await insertPrivateLocationKey(tx, key.stored)
  })
  return { ...location, keys: [key.created] }
}

/** A private location with its agents, the last seen first, and its latest events, the latest first. */
export type ServedLocation = PrivateLocationWithKeys & {
  readonly agents: readonly LocationAgent[]
  readonly events: readonly LocationEventRow[]
}

const listedEvents = 10

/** All private locations of the account with their agents, oldest first. */
export const listPrivateLocations = async (store: Store, { accountId }: Caller): Promise<ServedLocation[]> =>
  withAgents(store, accountId, await findPrivateLocations(store.db, store.encryption, accountId))

async function withAgents(
  store: Store,
  accountId: string,
  locations: readonly PrivateLocationWithKeys[],
): Promise<ServedLocation[]> {
  const ids = locations.map(({ id }) => id)
  const agents = Map.groupBy(await listLocationAgents(store.db, accountId, ids), ({ locationId }) => locationId)
  const found = await listLocationEvents(store.db, { accountId, locationIds: ids, limit: listedEvents })
  const events = Map.groupBy(found, ({ locationId }) => locationId)
  return locations.map((location) => ({
    ...location,
    agents: agents.get(location.id) ?? [],
    events: events.get(location.id) ?? [],
  }))
}

/** Throws PRIVATE_LOCATION_NOT_FOUND. */
export async function getPrivateLocation(store: Store, caller: Caller, id: string): Promise<ServedLocation> {
  const found = await findPrivateLocations(store.db, store.encryption, caller.accountId, locationIdOf(id))
  const [location] = await withAgents(store, caller.accountId, found)
  if (location === undefined) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
  return location
}

/** Changes the fields of a body; the slug name is fixed. Throws PRIVATE_LOCATION_NOT_FOUND. */
export function updatePrivateLocation(
  store: Store,
  caller: Caller,
  input: { readonly id: string; readonly body: Given<Partial<PrivateLocationUpdateBody>> },
): Promise<PrivateLocationWithKeys> {
  const id = locationIdOf(input.id)
  return store.db.transaction(async (tx) => {
    const before = await lockPrivateLocation(tx, store.encryption, caller.accountId, id)
    if (before === null) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
    const { name = before.name, icon, proxyUrl } = givenBody(input.body, { ...before })
    const after = {
      ...before,
      name,
      icon: icon ?? before.icon,
      proxyUrl: proxyUrl === undefined ? before.proxyUrl : proxyUrl || null,
      updatedAt: new Date(caller.nowMs),
    }
    validateProxyUrl(after.proxyUrl)
    await saveLocation(tx, store.encryption, after)
    const [saved] = await findPrivateLocations(tx, store.encryption, caller.accountId, id)
    invariant(saved, 'a location that is held is there')
    return saved
  })
}

/**
 * Deletes a private location with its keys and samples. Throws PRIVATE_LOCATION_NOT_FOUND, and PRIVATE_LOCATION_IN_USE
 * while a check or a group names it.
 */
export async function deletePrivateLocation(store: Store, caller: Caller, text: string): Promise<void> {
  const id = locationIdOf(text)
  const { accountId } = caller
  await store.db.transaction(async (tx) => {
    const location = await lockPrivateLocation(tx, store.encryption, accountId, id)
    if (location === null) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
    const { checks, groups } = await countUsesOfPrivateLocation(tx, accountId, location.slugName)
    if (checks + groups > 0) throw new Fault('PRIVATE_LOCATION_IN_USE', { values: { checks, groups } })
    await removeLocation(tx, accountId, id)
  })
}

/**
 * Throws PRIVATE_LOCATION_UNKNOWN for slug names that the account does not have, and locks the others until the
 * transaction ends.
 */
export async function validatePrivateLocations(
  tx: Queryable,
  accountId: string,
  slugNames: readonly string[],
): Promise<void> {
  if (slugNames.length === 0) return
  const known = await holdPrivateLocations(tx, accountId, slugNames)
  const slugName = slugNames.find((name) => !known.has(name))
  if (slugName !== undefined)
    throw new Fault('PRIVATE_LOCATION_UNKNOWN', {
      values: { slugName },
      problems: [{ path: 'privateLocations', rule: 'reference', parameters: { value: slugName } }],
    })
}

const slugNameTaken = (slugName: string): Fault =>
  new Fault('PRIVATE_LOCATION_EXISTS', {
    values: { slugName },
    problems: [{ path: 'slugName', rule: 'unused', parameters: {} }],
  })
