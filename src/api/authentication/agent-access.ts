import { allows } from '#contract'
import type { AgentMode, OperationRow, Role } from '#contract'
import { Fault } from '#kernel'
import type { AgentGrants } from '#storage/accounts'
import type { AuthenticatedKey } from '../request-context.ts'

/** The highest role of an agent: it administers nothing, also for an administrator. */
const highest: Readonly<Record<AgentMode, Role>> = { READ: 'READ_ONLY', PROPOSE: 'READ_ONLY', ACT: 'READ_WRITE' }

/** A program that acts for a person: without what is personal of them, and with no more than its mode and their role. */
export function agentCaller({ id, userId, clientName, mode, accountId, role }: AgentGrants) {
  const agent: AuthenticatedKey['agent'] = { userId, clientName, mode }
  const most = highest[mode]
  return {
    id,
    userId: null,
    sessionId: null,
    agent,
    grants: [{ accountId, role: allows(role, accessOf(most)) ? most : role }],
  }
}

const accessOf = (role: Role) => (role === 'READ_ONLY' ? 'read' : 'write')

/** Throws AGENT_MODE_TOO_LOW for what changes something in the mode READ. */
export function assertModeAllows(mode: AgentMode, { method, readsOnly }: OperationRow): void {
  if (mode === 'READ' && method !== 'GET' && !readsOnly) throw new Fault('AGENT_MODE_TOO_LOW', { values: { mode } })
}
