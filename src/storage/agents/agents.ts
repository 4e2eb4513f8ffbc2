import { privateLocationQueue } from '#contract'
import type { AgentCapabilities } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { AgentsTable } from '../generated/tables.ts'

export type AgentRow = Narrowed<AgentsTable, { readonly capabilities: AgentCapabilities }>

/** The location of a key. */
export interface LocationGrant {
  readonly keyId: string
  /** Null: a public location. */
  readonly accountId: string | null
  readonly locationId: string | null
  readonly queue: string
  /** The slug name, or the code of a public location. */
  readonly code: string
  readonly name: string
  /** Whether the agent that calls has said hello. */
  readonly isKnownAgent: boolean
  /** Its capabilities; null before its hello. */
  readonly capabilities: AgentCapabilities | null
  /** When it is stored that it was last seen, to ten seconds; null when it has not said hello. */
  readonly agentSeenAt: Date | null
  /** Whether it said that it ends. */
  readonly hasEnded: boolean
  /** Whether nothing is scheduled in the location, because no agent was connected. */
  readonly isUnavailable: boolean
  /** Whether no agent counts as connected. */
  readonly isUnserved: boolean
}

type GrantRow = Omit<LocationGrant, 'queue'>

/** The queue of an agent is compared with the one that its location has. */
const grants = `
select key.id as key_id, location.account_id, location.id as location_id, location.slug_name as code, location.name,
  agent.id is not null as is_known_agent, agent.capabilities, agent.seen_at as agent_seen_at,
  agent.ended_at is not null as has_ended, location.unavailable_since is not null as is_unavailable,
  location.unserved_since is not null as is_unserved
from private_location_keys key
join private_locations location on location.account_id = key.account_id and location.id = key.location_id
left join agents agent
  on agent.queue = 'private:' || location.account_id || ':' || location.slug_name and agent.id = $2
where key.hash = $1
union all
select key.id, null, null, key.region, coalesce(location.name, key.region), agent.id is not null, agent.capabilities,
  agent.seen_at, agent.ended_at is not null, false, location.unserved_since is not null
from public_location_keys key
left join agent_locations location on location.region = key.region
left join agents agent on agent.queue = key.region and agent.id = $2
where key.hash = $1`

/** The location of a key, by the hash of the key; null when no location has it. `agentId` is that of the caller. */
export async function findLocationOfKey(
  db: Queryable,
  hash: Buffer,
  agentId: string | null,
): Promise<LocationGrant | null> {
  const [row] = await db.namedRows<GrantRow>('find-location-of-key', grants, [hash, agentId])
  if (row === undefined) return null
  return { ...row, queue: row.accountId === null ? row.code : privateLocationQueue(row.accountId, row.code) }
}

export type NewAgent = Omit<AgentRow, 'startedAt' | 'seenAt' | 'endedAt'>

/** An agent that starts, or says hello again. */
export const saveAgent = (db: Queryable, agent: NewAgent, now: Date): Promise<unknown> =>
  db.rows(
    `insert into agents (queue, id, account_id, location_id, name, version, protocol, capabilities, places, running,
       started_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     on conflict (queue, id) do update set name = excluded.name, version = excluded.version,
       protocol = excluded.protocol, capabilities = excluded.capabilities, places = excluded.places,
       running = excluded.running, seen_at = excluded.seen_at, ended_at = null`,
    [
      agent.queue,
      agent.id,
      agent.accountId,
      agent.locationId,
      agent.name,
      agent.version,
      agent.protocol,
      JSON.stringify(agent.capabilities),
      agent.places,
      agent.running,
      now,
    ],
  )

export interface SeenAgent {
  readonly queue: string
  readonly id: string
  readonly running: number
  readonly seenAt: Date
}

/** Notes when agents were last seen, which those that said they end have not ended then. An agent that is no longer stored is left out. */
export async function noteSeenAgents(db: Queryable, seen: readonly SeenAgent[]): Promise<void> {
  if (seen.length === 0) return
  await db.namedRows(
    'note-seen-agents',
    `update agents set seen_at = greatest(agents.seen_at, seen.seen_at), running = seen.running,
       ended_at = case when seen.seen_at <= agents.ended_at then agents.ended_at end
     from unnest($1::text[], $2::uuid[], $3::integer[], $4::timestamptz[]) as seen (queue, id, running, seen_at)
     where agents.queue = seen.queue and agents.id = seen.id`,
    [
      seen.map(({ queue }) => queue),
      seen.map(({ id }) => id),
      seen.map(({ running }) => running),
      seen.map(({ seenAt }) => seenAt),
    ],
  )
}

/** Notes that an agent said that it ends. */
export const endAgent = (db: Queryable, { queue, id }: Pick<AgentRow, 'queue' | 'id'>, now: Date): Promise<unknown> =>
  db.rows(
    `update agents set ended_at = $3, seen_at = greatest(seen_at, $3), running = 0 where queue = $1 and id = $2`,
    [queue, id, now],
  )

export const saveAgentCapabilities = (
  db: Queryable,
  { queue, id }: Pick<AgentRow, 'queue' | 'id'>,
  capabilities: AgentCapabilities,
): Promise<unknown> =>
  db.rows(`update agents set capabilities = $3 where queue = $1 and id = $2`, [queue, id, JSON.stringify(capabilities)])

/** The distinct capabilities of the agents of a queue that were seen since that time. */
export async function listQueueCapabilities(
  db: Queryable,
  queue: string,
  seenAfter: Date,
): Promise<AgentCapabilities[]> {
  const rows = await db.rows<{ capabilities: AgentCapabilities }>(
    `select distinct capabilities from agents where queue = $1 and seen_at > $2 and ended_at is null`,
    [queue, seenAfter],
  )
  return rows.map(({ capabilities }) => capabilities)
}

export type LocationAgent = Pick<
  AgentRow,
  'id' | 'locationId' | 'name' | 'version' | 'seenAt' | 'endedAt' | 'running' | 'places'
>

/** Every stored agent of these private locations, the last seen first. */
export const listLocationAgents = (
  db: Queryable,
  accountId: string,
  locationIds: readonly string[],
): Promise<LocationAgent[]> =>
  db.rows(
    `select id, location_id, name, version, seen_at, ended_at, running, places from agents
     where account_id = $1 and location_id = any($2::uuid[]) order by seen_at desc, id`,
    [accountId, locationIds],
  )

/** The private locations of agents that were seen last in a span of time. */
export const listAgentsLastSeen = (
  db: Queryable,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<{ readonly accountId: string; readonly locationId: string }[]> =>
  db.namedRows(
    'list-agents-last-seen',
    `select location.account_id, location.id as location_id from agents
     join private_locations location on location.account_id = agents.account_id and location.id = agents.location_id
     where agents.seen_at > $1 and agents.seen_at <= $2`,
    [after, until],
  )

/** Deletes agents that were not seen since `before`, except the latest of each queue. Returns how many. */
export async function deleteOldAgents(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query(
    `delete from agents where seen_at < $1
       and exists (select from agents later where later.queue = agents.queue and later.seen_at > agents.seen_at)`,
    [before],
  )
  return rowCount
}
