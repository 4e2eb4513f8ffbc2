import { agentLostMs } from '#contract'
import { noteReturnedAgent, noteReturnedRegion } from '#runs'
import { announceResources } from '#storage/accounts'
import type { LocationGrant } from '#storage/agents'
import type { AgentCaller } from './agent-caller.ts'
import type { AgentRoutes } from './agent-routes.ts'

type Tools = Pick<AgentRoutes, 'store' | 'clock' | 'seen'>

/** A location without agents is served, and a private one scheduled again, as soon as one calls. */
export async function noteServedLocation({ store, clock }: Tools, grant: LocationGrant): Promise<void> {
  const { isUnavailable, isUnserved, accountId, locationId: id, queue } = grant
  if (!isUnavailable && !isUnserved) return
  if (accountId !== null && id !== null) await noteReturnedAgent(store, { accountId, id }, clock.now())
  else await noteReturnedRegion(store, queue, clock.now())
}

/** Stores and announces that an agent is there again which counted as gone; one that was there costs nothing. */
export async function noteReturn(
  tools: Tools,
  { grant, agentId, holder }: AgentCaller,
  running: number,
): Promise<void> {
  const { accountId, locationId: id, agentSeenAt, hasEnded } = grant
  const now = new Date(tools.clock.now())
  const isReturning = agentSeenAt !== null && (hasEnded || agentSeenAt.getTime() <= now.getTime() - agentLostMs)
  if (isReturning) await tools.seen.noteReturned({ queue: holder.queue, id: agentId }, running)
  await noteServedLocation(tools, grant)
  if (isReturning && accountId !== null)
    await announceResources(tools.store.db, [{ accountId, event: 'private-locations', id }], now)
}
