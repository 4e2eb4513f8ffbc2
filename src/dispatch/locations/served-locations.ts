import { agentLostMs } from '#contract'
import { announceResources, endAgent, listAgentsLastSeen, noteUnserved } from '#storage'
import type { AgentRow, LocationKey, Queryable, Store } from '#storage'

/** Longer than from one call of `noteLostAgents` to the next. */
const lostForMs = 20_000

/**
 * Notes and announces locations at which no agent is connected any more, and announces agents that count as lost, for as long
 * as `lostForMs`: a call may have come late.
 */
export const noteLostAgents = ({ db }: Store, nowMs: number): Promise<void> =>
  db.transaction(async (tx) => {
    const untilMs = nowMs - agentLostMs
    const unserved = await noteUnserved(tx, { now: new Date(nowMs), seenAfter: new Date(untilMs) })
    const lost = await listAgentsLastSeen(tx, { after: new Date(untilMs - lostForMs), until: new Date(untilMs) })
    await announce(tx, [...unserved, ...lost.map(({ accountId, locationId: id }) => ({ accountId, id }))], nowMs)
  })

type EndingAgent = Pick<AgentRow, 'queue' | 'id' | 'accountId' | 'locationId'>

/** An agent ends in order: nobody waits for it any more. Nothing is noted of the locations of the operator. */
export async function noteEndedAgent({ db }: Store, agent: EndingAgent, nowMs: number): Promise<void> {
  const { accountId, locationId: id } = agent
  const now = new Date(nowMs)
  await endAgent(db, agent, now)
  if (accountId === null || id === null) return
  const only = { accountId, id }
  await noteUnserved(db, { now, seenAfter: new Date(nowMs - agentLostMs), only })
  await announce(db, [only], nowMs)
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
