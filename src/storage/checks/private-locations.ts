import { privateLocationQueue } from '#contract'
import type { Encryption } from '#kernel'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { PrivateLocationKeysTable, PrivateLocationsTable } from '../generated/tables.ts'

export type PrivateLocationKeyRow = Narrowed<
  Omit<PrivateLocationKeysTable, 'accountId' | 'locationId' | 'hash'>,
  {
    /** Enough to recognise the key by. */
    readonly masked: string
  }
>

export interface PrivateLocation {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly slugName: string
  readonly icon: string
  /** In clear. */
  readonly proxyUrl: string | null
  /** Since when no agent is connected; null while one is. */
  readonly unservedSince: Date | null
  /** Since when nothing is scheduled there, because no agent is connected; null while it is available. */
  readonly unavailableSince: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export type PrivateLocationWithKeys = PrivateLocation & { readonly keys: readonly PrivateLocationKeyRow[] }

type LocationRow = PrivateLocationsTable

type KeyRow = Omit<PrivateLocationKeysTable, 'accountId' | 'hash'>

const locationOf = (row: LocationRow, encryption: Encryption): PrivateLocation => ({
  accountId: row.accountId,
  id: row.id,
  name: row.name,
  slugName: row.slugName,
  icon: row.icon,
  proxyUrl: row.encryptedProxyUrl === null ? null : encryption.decrypt(row.encryptedProxyUrl),
  unservedSince: row.unservedSince,
  unavailableSince: row.unavailableSince,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const keyOf = (row: KeyRow): PrivateLocationKeyRow => ({
  id: row.id,
  masked: row.masked,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** All private locations of an account, oldest first; or the one with the id. */
export async function findPrivateLocations(
  db: Queryable,
  encryption: Encryption,
  accountId: string,
  id: string | null = null,
): Promise<PrivateLocationWithKeys[]> {
  const rows = await db.rows<LocationRow>(
    `select * from private_locations where account_id = $1 and ($2::uuid is null or id = $2) order by created_at, id`,
    [accountId, id],
  )
  const keys = await db.rows<KeyRow>(
    `select id, location_id, masked, created_at, updated_at from private_location_keys
     where account_id = $1 and location_id = any($2::uuid[]) order by created_at, id`,
    [accountId, rows.map((row) => row.id)],
  )
  const byLocation = Map.groupBy(keys, (key) => key.locationId)
  return rows.map((row) => ({ ...locationOf(row, encryption), keys: (byLocation.get(row.id) ?? []).map(keyOf) }))
}

/** One private location, held until the transaction ends. */
export async function lockPrivateLocation(
  tx: Queryable,
  encryption: Encryption,
  accountId: string,
  id: string,
): Promise<PrivateLocation | null> {
  const rows = await tx.rows<LocationRow>(
    `select * from private_locations where account_id = $1 and id = $2 for update`,
    [accountId, id],
  )
  return rows[0] ? locationOf(rows[0], encryption) : null
}

/** Which of these slug names the account has; their locations stay until the transaction ends. */
export async function holdPrivateLocations(
  tx: Queryable,
  accountId: string,
  slugNames: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ slugName: string }>(
    `select slug_name from private_locations where account_id = $1 and slug_name = any($2) order by id for key share`,
    [accountId, slugNames],
  )
  return new Set(rows.map((row) => row.slugName))
}

/** The proxies of private locations, by their queue; only of those that have one. */
export async function findProxyUrls(
  db: Queryable,
  encryption: Encryption,
  locations: readonly { readonly accountId: string; readonly slugName: string }[],
): Promise<Map<string, string>> {
  if (locations.length === 0) return new Map()
  const rows = await db.namedRows<Pick<LocationRow, 'accountId' | 'slugName'> & { encryptedProxyUrl: string }>(
    'find-proxy-urls',
    `select account_id, slug_name, encrypted_proxy_url from private_locations
     where (account_id, slug_name) in (select * from unnest($1::uuid[], $2::text[])) and encrypted_proxy_url is not null`,
    [locations.map(({ accountId }) => accountId), locations.map(({ slugName }) => slugName)],
  )
  return new Map(
    rows.map((row) => [privateLocationQueue(row.accountId, row.slugName), encryption.decrypt(row.encryptedProxyUrl)]),
  )
}

/** The id of the private location with this slug name. */
export async function findPrivateLocationId(
  db: Queryable,
  accountId: string,
  slugName: string,
): Promise<string | null> {
  const rows = await db.rows<{ id: string }>(
    `select id from private_locations where account_id = $1 and slug_name = $2`,
    [accountId, slugName],
  )
  return rows[0]?.id ?? null
}

const key = ['accountId', 'id'] as const
const inserted = [...key, 'name', 'slugName', 'icon', 'encryptedProxyUrl', 'createdAt', 'unservedSince'] as const
const changed = ['name', 'icon', 'encryptedProxyUrl', 'updatedAt'] as const

const storedLocation = (location: PrivateLocation, encryption: Encryption) => ({
  ...location,
  encryptedProxyUrl: encryptedOrNull(location.proxyUrl, encryption),
  unservedSince: location.createdAt,
})

/** Returns false when the account has this slug name, whatever its case. */
export const insertPrivateLocation = (
  tx: Queryable,
  encryption: Encryption,
  location: PrivateLocation,
): Promise<boolean> =>
  findsAny(
    tx,
    `${insertOf('private_locations', inserted)} on conflict do nothing`,
    valuesOf(storedLocation(location, encryption), inserted),
  )

export const updatePrivateLocation = (
  tx: Queryable,
  encryption: Encryption,
  location: PrivateLocation,
): Promise<unknown> =>
  tx.rows(
    updateOf('private_locations', key, changed),
    valuesOf(storedLocation(location, encryption), [...key, ...changed]),
  )

const encryptedOrNull = (text: string | null, encryption: Encryption): string | null =>
  text === null ? null : encryption.encrypt(text)

export const deletePrivateLocation = (tx: Queryable, accountId: string, id: string): Promise<unknown> =>
  tx.rows(`delete from private_locations where account_id = $1 and id = $2`, [accountId, id])

/** How many checks and groups name a private location. */
export async function countUsesOfPrivateLocation(
  tx: Queryable,
  accountId: string,
  slugName: string,
): Promise<{ readonly checks: number; readonly groups: number }> {
  const rows = await tx.rows<{ checks: number; groups: number }>(
    `select
       (select count(*)::int from checks where account_id = $1 and private_locations @> array[$2::text]) as checks,
       (select count(*)::int from check_groups where account_id = $1 and settings -> 'privateLocations' ? $2) as groups`,
    [accountId, slugName],
  )
  return rows[0] ?? { checks: 0, groups: 0 }
}

export interface NewPrivateLocationKey extends PrivateLocationKeyRow {
  readonly accountId: string
  readonly locationId: string
  readonly hash: Buffer
}

export const insertPrivateLocationKey = (tx: Queryable, key: NewPrivateLocationKey): Promise<unknown> =>
  tx.rows(
    `insert into private_location_keys (account_id, location_id, id, hash, masked, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [key.accountId, key.locationId, key.id, key.hash, key.masked, key.createdAt],
  )

export async function countPrivateLocationKeys(tx: Queryable, accountId: string, locationId: string): Promise<number> {
  const rows = await tx.rows<{ count: number }>(
    `select count(*)::int as count from private_location_keys where account_id = $1 and location_id = $2`,
    [accountId, locationId],
  )
  return rows[0]?.count ?? 0
}

export const deletePrivateLocationKey = (
  tx: Queryable,
  key: { readonly accountId: string; readonly locationId: string; readonly id: string },
): Promise<boolean> =>
  findsAny(tx, `delete from private_location_keys where account_id = $1 and location_id = $2 and id = $3`, [
    key.accountId,
    key.locationId,
    key.id,
  ])
