import { highestRoleOf } from '#contract'
import type { AgentMode, OperationRow } from '#contract'
import { Fault } from '#kernel'
import type { AgentGrants, ApiKeyGrants } from '#storage/accounts'
import type { AuthenticatedKey } from '../request-context.ts'

/** A program that acts for a person: without what is personal of them, and with no more than its mode and their role. */
export function agentCaller({ id, userId, clientName, mode, accountId, role }: AgentGrants) {
  const agent: AuthenticatedKey['agent'] = { userId, clientName, mode }
  return { id, userId: null, sessionId: null, agent, grants: [{ accountId, role: highestRoleOf(mode, role) }] }
}

/** Throws AGENT_MODE_TOO_LOW for what changes something in the mode READ. */
export function assertModeAllows(mode: AgentMode, row: OperationRow): void {
  if (mode === 'READ' && changesSomething(row)) throw new Fault('AGENT_MODE_TOO_LOW', { values: { mode } })
}

const changesSomething = ({ method, readsOnly }: OperationRow): boolean => method !== 'GET' && !readsOnly

/**
 * Admits the key of an agent to an operation; null for other keys. Such a key changes things as plans alone, so that each change is
 * shown before it happens. Throws AGENTS_OFF, AGENT_MODE_TOO_LOW and AGENT_PLAN_REQUIRED.
 */
export function agentOfKey(
  { name, agentMode, areAgentsOff }: ApiKeyGrants,
  row: OperationRow,
  isInner: boolean,
): AuthenticatedKey['agent'] {
  if (agentMode === null) return null
  if (areAgentsOff) throw new Fault('AGENTS_OFF')
  assertModeAllows(agentMode, row)
  if (changesSomething(row) && !row.decidesPlans && !isInner) throw new Fault('AGENT_PLAN_REQUIRED')
  return { userId: null, clientName: name, mode: agentMode }
}
