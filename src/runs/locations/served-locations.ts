import { agentLostMs } from '#contract'
import { announceResources } from '#storage/accounts'
import {
  endAgent,
  listAccountsPlannedIn,
  listAgentsLastSeen,
  noteServedRegion,
  noteUnserved,
  noteUnservedRegions,
} from '#storage/agents'
import type { AgentRow, LocationKey } from '#storage/agents'
import type { Queryable, Store } from '#storage/database'

/** Longer than from one call of `noteLostAgents` to the next. */
const lostForMs = 20_000

/**
 * Notes and announces locations at which no agent is connected any more, and announces agents that count as lost, for as long
 * as `lostForMs`: a call may have come late.
 */
export const noteLostAgents = ({ db }: Store, nowMs: number): Promise<void> =>
  db.transaction(async (tx) => {
    const untilMs = nowMs - agentLostMs
    const since = { now: new Date(nowMs), seenAfter: new Date(untilMs) }
    const unserved = await noteUnserved(tx, since)
    await announceRegions(tx, await noteUnservedRegions(tx, since), nowMs)
    const lost = await listAgentsLastSeen(tx, { after: new Date(untilMs - lostForMs), until: new Date(untilMs) })
    await announce(tx, [...unserved, ...lost.map(({ accountId, locationId: id }) => ({ accountId, id }))], nowMs)
  })

type EndingAgent = Pick<AgentRow, 'queue' | 'id' | 'accountId' | 'locationId'>

/** An agent ends in order: nobody waits for it any more. */
export async function noteEndedAgent({ db }: Store, agent: EndingAgent, nowMs: number): Promise<void> {
  const { accountId, locationId: id } = agent
  const now = new Date(nowMs)
  await endAgent(db, agent, now)
  const seenAfter = new Date(nowMs - agentLostMs)
  if (accountId === null || id === null)
    return announceRegions(db, await noteUnservedRegions(db, { now, seenAfter, only: agent.queue }), nowMs)
  const only = { accountId, id }
  await noteUnserved(db, { now, seenAfter, only })
  await announce(db, [only], nowMs)
}

/** An agent of a public location is connected again. */
export const noteReturnedRegion = ({ db }: Store, region: string, nowMs: number): Promise<void> =>
  db.transaction(async (tx) => {
    if (await noteServedRegion(tx, region, new Date(nowMs))) await announceRegions(tx, [region], nowMs)
  })

/** To the accounts with checks there, as of a location whose id they do not know. */
async function announceRegions(tx: Queryable, regions: readonly string[], nowMs: number): Promise<void> {
  if (regions.length === 0) return
  const accounts = await listAccountsPlannedIn(tx, regions)
  const changed = accounts.map((accountId) => ({ accountId, event: 'private-locations' as const, id: null }))
  await announceResources(tx, changed, new Date(nowMs))
}

function announce(tx: Queryable, locations: readonly LocationKey[], nowMs: number): Promise<void> {
  const each = new Map(locations.map((location) => [location.id, location]))
  const changed = [...each.values()].map(({ accountId, id }) => ({
    accountId,
    event: 'private-locations' as const,
    id,
  }))
  return announceResources(tx, changed, new Date(nowMs))
}
