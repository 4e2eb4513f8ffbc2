import type { AgentCrash } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { AgentCrashesTable } from '../generated/tables.ts'

export type AgentCrashRow = AgentCrashesTable

const keptOfLocation = 20

export interface NewAgentCrash extends AgentCrash {
  readonly queue: string
  /** Null: a public location. */
  readonly accountId: string | null
  readonly locationId: string | null
  readonly at: Date
}

/** Stores a report, or counts it when it is stored. Deletes those before `keptSince`, and all but 20 of the location. */
export async function saveAgentCrash(db: Queryable, crash: NewAgentCrash, keptSince: Date): Promise<void> {
  const { queue, accountId, locationId, message, stack, version, platform, runtimeVersion, at } = crash
  await db.query(
    `insert into agent_crashes (queue, fingerprint, account_id, location_id, message, stack, version, platform,
       runtime_version, first_at, last_at)
     values ($1, sha256(convert_to(concat_ws(E'\\n', $4::text, $5::text, $6::text, $7::text, $8::text), 'UTF8')), $2, $3,
       $4, $5, $6, $7, $8, $9, $9)
     on conflict (queue, fingerprint) do update
       set reports = agent_crashes.reports + 1, last_at = greatest(agent_crashes.last_at, excluded.last_at)`,
    [queue, accountId, locationId, message, stack, version, platform, runtimeVersion, at],
  )
  await db.query(
    `delete from agent_crashes where last_at < $2 or (queue = $1 and fingerprint not in (
       select fingerprint from agent_crashes where queue = $1 order by last_at desc, fingerprint limit $3))`,
    [queue, keptSince, keptOfLocation],
  )
}

/** The crashes of agents of all locations since then, the latest first. */
export const listAgentCrashes = (
  db: Queryable,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<AgentCrashRow[]> =>
  db.rows(`select * from agent_crashes where last_at >= $1 order by last_at desc limit $2`, [since, limit])
