import type { AgentCapabilities, LocationEvent } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { PrivateLocationEventsTable } from '../generated/tables.ts'

/** The facts that decide whether a private location is available. */
export interface LocationLifeRow {
  readonly accountId: string
  readonly id: string
  readonly name: string
  readonly isAssigned: boolean
  readonly lastSeenAt: Date | null
  readonly awaitedSince: Date | null
  readonly unavailableSince: Date | null
}

const queue = `'private:' || location.account_id || ':' || location.slug_name`
const checksThatName = `
  select id from checks
  where checks.account_id = location.account_id and checks.private_locations @> array[location.slug_name]
  union all
  select checks.id from check_groups
  join checks on checks.account_id = check_groups.account_id and checks.group_id = check_groups.id
  where check_groups.account_id = location.account_id
    and check_groups.settings -> 'privateLocations' ? location.slug_name`

export interface LocationKey {
  readonly accountId: string
  readonly id: string
}

/** The state of every private location. A check is assigned when it runs and the location is one of its effective ones. */
export const listLocationLives = (db: Queryable): Promise<LocationLifeRow[]> =>
  db.namedRows(
    'list-location-lives',
    `select location.account_id, location.id, location.name, location.awaited_since, location.unavailable_since,
       (select max(seen_at) from agents
        where agents.account_id = location.account_id and agents.location_id = location.id) as last_seen_at,
       exists (
         select from check_schedules schedule
         where schedule.check_id in (${checksThatName}) and schedule.next_run_at is not null
           and ${queue} = any(schedule.locations)) as is_assigned
     from private_locations location`,
    [],
  )

/** A private location at which no agent is connected. */
export interface UnservedLocation {
  readonly id: string
  readonly name: string
  readonly queue: string
  readonly unservedSince: Date
  /** Null when no agent ever connected. */
  readonly lastSeenAt: Date | null
}

/** Private locations of an account at which no agent is connected, by name; all of them when `limit` is null. */
export const listUnservedLocations = (
  db: Queryable,
  { accountId, limit }: { readonly accountId: string; readonly limit: number | null },
): Promise<UnservedLocation[]> =>
  db.namedRows<{ [K in keyof UnservedLocation]: UnservedLocation[K] }>(
    'list-unserved-locations',
    `select location.id, location.name, ${queue} as queue, coalesce(location.unserved_since, location.created_at) as unserved_since,
       (select max(seen_at) from agents
        where agents.account_id = location.account_id and agents.location_id = location.id) as last_seen_at
     from private_locations location
     where location.account_id = $1 and location.unserved_since is not null
     order by location.name, location.id limit $2`,
    [accountId, limit],
  )

/**
 * Notes since when no agent is connected, where one was, and returns these locations; of one location when its key is given.
 * Connected are agents that were seen after `seenAfter` and have not said that they end.
 */
export const noteUnserved = (
  tx: Queryable,
  { now, seenAfter, only }: { readonly now: Date; readonly seenAfter: Date; readonly only?: LocationKey },
): Promise<LocationKey[]> =>
  tx.namedRows<{ [K in keyof LocationKey]: LocationKey[K] }>(
    'note-unserved-locations',
    `update private_locations location set unserved_since = coalesce(
       (select max(coalesce(ended_at, seen_at)) from agents
        where agents.account_id = location.account_id and agents.location_id = location.id), location.created_at)
     where unserved_since is null and coalesce(agents_excused_until <= $1, true)
       and ($3::uuid is null or location.account_id = $3 and location.id = $4)
       and not exists (
         select from agents where agents.account_id = location.account_id and agents.location_id = location.id
           and agents.ended_at is null and agents.seen_at > $2)
     returning account_id, id`,
    [now, seenAfter, only?.accountId ?? null, only?.id ?? null],
  )

/** Notes that an agent is connected, and the time without one. False when one was. */
export const noteServed = (tx: Queryable, { accountId, id }: LocationKey, now: Date): Promise<boolean> =>
  changes(
    tx,
    `with before as (
       select account_id, id, unserved_since from private_locations
       where account_id = $1 and id = $2 and unserved_since is not null for update),
     served as (
       update private_locations location set unserved_since = null from before
       where location.account_id = before.account_id and location.id = before.id)
     insert into unserved_spans (account_id, location_id, since, until)
     select account_id, id, unserved_since, greatest($3, unserved_since) from before`,
    [accountId, id, now],
  )

/** Starts the time in which an agent must connect. */
export const awaitAgent = (tx: Queryable, { accountId, id }: LocationKey, now: Date): Promise<unknown> =>
  tx.rows(
    `update private_locations set awaited_since = $3 where account_id = $1 and id = $2 and awaited_since is null`,
    [accountId, id, now],
  )

/** Flags a location. False when another process did, or when an agent was seen since `seenBefore`. */
export const suspendLocation = (
  tx: Queryable,
  { accountId, id }: LocationKey,
  { now, seenBefore }: { readonly now: Date; readonly seenBefore: Date },
): Promise<boolean> =>
  changes(
    tx,
    `update private_locations set unavailable_since = $3
     where account_id = $1 and id = $2 and unavailable_since is null and awaited_since <= $4
       and not exists (select from agents where account_id = $1 and location_id = $2 and seen_at > $4)`,
    [accountId, id, now, seenBefore],
  )

/** Ends the flag of a location. False when it has none. */
export const resumeLocation = (tx: Queryable, { accountId, id }: LocationKey, now: Date): Promise<boolean> =>
  changes(
    tx,
    `update private_locations set unavailable_since = null, awaited_since = $3
     where account_id = $1 and id = $2 and unavailable_since is not null`,
    [accountId, id, now],
  )

/** Awaits no agent any more. Returns whether the location was flagged. */
export async function releaseLocation(tx: Queryable, { accountId, id }: LocationKey): Promise<boolean> {
  const rows = await tx.rows<{ wasUnavailable: boolean }>(
    `update private_locations location set unavailable_since = null, awaited_since = null
     from (select unavailable_since from private_locations where account_id = $1 and id = $2 for update) before
     where location.account_id = $1 and location.id = $2
     returning before.unavailable_since is not null as was_unavailable`,
    [accountId, id],
  )
  return rows[0]?.wasUnavailable ?? false
}

const changes = async (tx: Queryable, statement: string, values: readonly unknown[]): Promise<boolean> =>
  (await tx.query(statement, values)).rowCount > 0

/**
 * After a time in which no agent could reach the service: as much of the ten minutes is left as it took, and a minute
 * more, in which agents return and none is missed.
 */
export async function excuseAgents(tx: Queryable, now: Date, absentMs: number): Promise<void> {
  await tx.rows(
    `update private_locations set awaited_since = greatest(awaited_since,
       $1::timestamptz - interval '10 minutes' + least($2::bigint + 60000, 600000) * interval '1 millisecond')
     where awaited_since is not null and unavailable_since is null`,
    [now, Math.round(absentMs)],
  )
  await tx.rows(
    `update private_locations set agents_excused_until = $1::timestamptz + interval '1 minute'
     where unserved_since is null`,
    [now],
  )
  await tx.rows(
    `update agent_locations set agents_excused_until = $1::timestamptz + interval '1 minute'
     where unserved_since is null`,
    [now],
  )
}

/** The queues of these accounts in which nothing is scheduled now. */
export async function listUnavailableQueues(db: Queryable, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const rows = await db.namedRows<{ queue: string }>(
    'list-unavailable-queues',
    `select ${queue} as queue from private_locations location
     where account_id = any($1::uuid[]) and unavailable_since is not null`,
    [accountIds],
  )
  return rows.map((row) => row.queue)
}

export type LocationEventRow = Narrowed<PrivateLocationEventsTable, { readonly event: LocationEvent }>

export const insertLocationEvent = (tx: Queryable, event: LocationEventRow): Promise<unknown> =>
  tx.rows(
    `insert into private_location_events (account_id, id, location_id, at, event, last_seen_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [event.accountId, event.id, event.locationId, event.at, event.event, event.lastSeenAt],
  )

/** An entry for each of these queues whose location has none of dropped runs since `before`. */
export const insertDroppedRunsEvents = (
  tx: Queryable,
  queues: readonly { readonly queue: string; readonly eventId: string }[],
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<unknown> =>
  tx.rows(
    `insert into private_location_events (account_id, id, location_id, at, event, last_seen_at)
     select location.account_id, dropped.id, location.id, $3, 'RUNS_DROPPED',
       (select max(seen_at) from agents where agents.account_id = location.account_id and agents.location_id = location.id)
     from unnest($1::text[], $2::uuid[]) as dropped (queue, id)
     join private_locations location
       on location.account_id = split_part(dropped.queue, ':', 2)::uuid
         and location.slug_name = split_part(dropped.queue, ':', 3)
     where not exists (
       select from private_location_events earlier
       where earlier.account_id = location.account_id and earlier.location_id = location.id
         and earlier.event = 'RUNS_DROPPED' and earlier.at > $4)`,
    [queues.map(({ queue }) => queue), queues.map(({ eventId }) => eventId), now, before],
  )

/** The latest events of each of these locations, the latest first. */
export const listLocationEvents = (
  db: Queryable,
  { accountId, locationIds, limit }: LocationEventQuery,
): Promise<LocationEventRow[]> =>
  db.rows(
    `select event.* from unnest($2::uuid[]) as location (id)
     cross join lateral (
       select * from private_location_events
       where account_id = $1 and location_id = location.id order by at desc, id desc limit $3) event`,
    [accountId, locationIds, limit],
  )

export interface LocationEventQuery {
  readonly accountId: string
  readonly locationIds: readonly string[]
  /** Of each location. */
  readonly limit: number
}

/** Deletes old events with their mails. */
export const deleteLocationEvents = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from private_location_events where at < $1`, [before])

export interface AccountLocation {
  readonly slugName: string
  readonly unservedSince: Date | null
  /** The distinct capabilities of its connected agents. */
  readonly capabilities: readonly AgentCapabilities[]
}

/** The private locations of an account with what their agents can do that were seen since that time. */
export const listAccountLocations = (db: Queryable, accountId: string, seenAfter: Date): Promise<AccountLocation[]> =>
  db.rows(
    `select location.slug_name, location.unserved_since,
       (select coalesce(jsonb_agg(distinct capabilities), '[]') from agents
        where agents.account_id = location.account_id and agents.location_id = location.id and seen_at > $2
          and ended_at is null) as capabilities
     from private_locations location where location.account_id = $1 order by location.slug_name`,
    [accountId, seenAfter],
  )
