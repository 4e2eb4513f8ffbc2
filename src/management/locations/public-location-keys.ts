import { Fault, hashToken, isUuid, randomToken, timeOrderedId } from '#kernel'
import { regions } from '#contract'
import {
  deletePublicLocationKey,
  insertPublicLocationKey,
  listAgentLocations,
  listPublicLocationKeys,
} from '#storage/agents'
import { findLocationNames } from '#storage/alerts'
import type { PublicLocationKeyRow } from '#storage/agents'
import type { Store } from '#storage/database'

/** Two, so that agents can move from one to the other without a gap. */
const maxKeys = 2
const keyBytes = 24
const visibleAtEnd = 4
/** A prefix by which scanners for leaked secrets recognize it. */
const prefix = 'belfry_loc_'

/**
 * Creates a key with which agents serve a public location of this installation, returned in plaintext only once. Throws
 * PUBLIC_LOCATION_UNKNOWN and PUBLIC_LOCATION_KEYS_FULL.
 */
export async function createPublicLocationKey(
  store: Store,
  { region, name }: { readonly region: string; readonly name: string },
  now: Date,
): Promise<{ readonly id: string; readonly key: string }> {
  if (!regions.includes(region) && !(await findLocationNames(store.db)).has(region))
    throw new Fault('PUBLIC_LOCATION_UNKNOWN', { values: { location: region } })
  const key = `${prefix}${randomToken(keyBytes)}`
  const id = timeOrderedId(now.getTime())
  const masked = `${prefix}...${key.slice(-visibleAtEnd)}`
  const row = { id, region, name, hash: hashToken(key), masked, createdAt: now }
  if (!(await insertPublicLocationKey(store.db, row, maxKeys)))
    throw new Fault('PUBLIC_LOCATION_KEYS_FULL', { values: { location: region, most: maxKeys } })
  return { id, key }
}

/** A key of a public location, and whether agents serve that location. */
export type PublicLocationKey = PublicLocationKeyRow & { readonly isServedByAgents: boolean }

export async function listKeysOfPublicLocations(store: Store): Promise<PublicLocationKey[]> {
  const served = new Set((await listAgentLocations(store.db)).map(({ region }) => region))
  const keys = await listPublicLocationKeys(store.db)
  return keys.map((key) => ({ ...key, isServedByAgents: served.has(key.region) }))
}

/**
 * Deletes a key: its agents are rejected from their next call on. With the last key of a location the built-in runner
 * serves it again (`wasLast`). Null when there is no such key.
 */
export const revokePublicLocationKey = async (
  store: Store,
  id: string,
  nowMs: number,
): Promise<{ readonly region: string; readonly wasLast: boolean } | null> =>
  isUuid(id) ? deletePublicLocationKey(store.db, id, new Date(nowMs)) : null
