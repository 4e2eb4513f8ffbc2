import type { Database } from '../database/database.ts'
import type { Queryable } from '../database/queryable.ts'
import type { PublicLocationKeysTable } from '../generated/tables.ts'

export type PublicLocationKeyRow = Omit<PublicLocationKeysTable, 'hash'>

/** Stores a key unless its location has `most` already. Returns whether it was stored. */
export const insertPublicLocationKey = (db: Database, key: PublicLocationKeysTable, most: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Two commands at once would both find room.
    await tx.rows('lock table public_location_keys in share row exclusive mode')
    const { rowCount } = await tx.query(
      `insert into public_location_keys (id, region, name, hash, masked, created_at)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from public_location_keys where region = $2) < $7`,
      [key.id, key.region, key.name, key.hash, key.masked, key.createdAt, most],
    )
    return rowCount > 0
  })

export const listPublicLocationKeys = (db: Queryable): Promise<PublicLocationKeyRow[]> =>
  db.rows('select id, region, name, masked, created_at from public_location_keys order by region, created_at, id')

/**
 * Deletes a key. When it was the last one of its location, the built-in runner serves the location again. Returns the key
 * and whether that is so; null when there is no such key.
 */
export const deletePublicLocationKey = (
  db: Database,
  id: string,
  now: Date,
): Promise<{ readonly region: string; readonly wasLast: boolean } | null> =>
  db.transaction(async (tx) => {
    await tx.rows('lock table public_location_keys in share row exclusive mode')
    const [key] = await tx.rows<{ region: string }>('delete from public_location_keys where id = $1 returning region', [
      id,
    ])
    if (key === undefined) return null
    const left = await tx.rows('select from public_location_keys where region = $1', [key.region])
    if (left.length === 0) {
      await noteServedRegion(tx, key.region, now)
      await tx.rows('delete from agent_locations where region = $1', [key.region])
    }
    return { region: key.region, wasLast: left.length === 0 }
  })

/**
 * From now on agents serve the location, not the built-in runner. Nothing changes when the key was revoked meanwhile, or
 * when agents serve it already.
 */
export const handToAgents = (
  db: Queryable,
  location: { readonly keyId: string; readonly name: string },
  now: Date,
): Promise<unknown> =>
  db.rows(
    `insert into agent_locations (region, name, since)
     select region, $2, $3 from public_location_keys where id = $1 for key share
     on conflict (region) do update set name = excluded.name where agent_locations.name <> excluded.name`,
    [location.keyId, location.name, now],
  )

/** The codes of the public locations that agents serve, with the time since when. */
export const listAgentLocations = (db: Queryable): Promise<{ readonly region: string; readonly since: Date }[]> =>
  db.rows('select region, since from agent_locations order by region')

/**
 * Notes since when no agent of a public location is connected that agents serve, and returns these locations; of one
 * location when it is given. Connected is as in `noteUnserved`.
 */
export async function noteUnservedRegions(
  tx: Queryable,
  { now, seenAfter, only }: { readonly now: Date; readonly seenAfter: Date; readonly only?: string },
): Promise<string[]> {
  const rows = await tx.namedRows<{ region: string }>(
    'note-unserved-regions',
    `update agent_locations location set unserved_since = coalesce(
       (select max(coalesce(ended_at, seen_at)) from agents where agents.queue = location.region), location.since)
     where unserved_since is null and coalesce(agents_excused_until <= $1, true)
       and ($3::text is null or location.region = $3)
       and not exists (
         select from agents where agents.queue = location.region and agents.ended_at is null and agents.seen_at > $2)
     returning region`,
    [now, seenAfter, only ?? null],
  )
  return rows.map(({ region }) => region)
}

/** Notes that an agent of a public location is connected, and the time without one. False when one was. */
export async function noteServedRegion(tx: Queryable, region: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with before as (
       select region, unserved_since from agent_locations where region = $1 and unserved_since is not null for update),
     served as (
       update agent_locations location set unserved_since = null from before where location.region = before.region)
     insert into unserved_spans (region, since, until)
     select region, unserved_since, greatest($2, unserved_since) from before`,
    [region, now],
  )
  return rowCount > 0
}

/** The accounts that have checks planned in one of these public locations. */
export async function listAccountsPlannedIn(db: Queryable, regions: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ accountId: string }>(
    'select distinct account_id from check_schedules where locations && $1::text[] and next_run_at is not null',
    [regions],
  )
  return rows.map(({ accountId }) => accountId)
}
