import { allows } from '#contract'
import type { Role } from '#contract'
import { Fault, isUuid } from '#kernel'
import { areAgentsOff, deleteAgentConnection, listAgentConnections, setAgentsOff } from '#storage/accounts'
import type { AgentConnectionRow } from '#storage/accounts'
import type { Store } from '#storage/database'

interface Asking {
  readonly accountId: string
  readonly role: Role
  /** Null for keys without a person, which have no connections. */
  readonly userId: string | null
}

/** Those of everybody for administrators, otherwise those of the person. */
export async function listConnectedAgents(store: Store, asking: Asking, now: Date): Promise<AgentConnectionRow[]> {
  const userId = ownOnly(asking)
  return userId === undefined ? [] : listAgentConnections(store.db, asking.accountId, { userId, now })
}

/** Throws AGENT_CONNECTION_NOT_FOUND, also for those of others unless an administrator asks. */
export async function disconnectAgent(store: Store, asking: Asking, id: string): Promise<void> {
  const userId = ownOnly(asking)
  const place = { accountId: asking.accountId, id: id.toLowerCase() }
  const isEnded =
    userId !== undefined &&
    isUuid(place.id) &&
    (await store.db.transaction((tx) => deleteAgentConnection(tx, place, userId)))
  if (!isEnded) throw new Fault('AGENT_CONNECTION_NOT_FOUND')
}

/** Null: of everybody. Undefined: of nobody. */
const ownOnly = ({ role, userId }: Asking): string | null | undefined =>
  allows(role, 'admin') ? null : (userId ?? undefined)

export const agentAccess = async (store: Store, accountId: string): Promise<{ readonly isAllowed: boolean }> => ({
  isAllowed: !(await areAgentsOff(store.db, accountId)),
})

export async function changeAgentAccess(store: Store, accountId: string, isAllowed: boolean) {
  await store.db.transaction((tx) => setAgentsOff(tx, accountId, !isAllowed))
  return { isAllowed }
}

/** Throws AGENTS_OFF. */
export async function assertAgentsAllowed(store: Store, accountId: string): Promise<void> {
  if (await areAgentsOff(store.db, accountId)) throw new Fault('AGENTS_OFF')
}
