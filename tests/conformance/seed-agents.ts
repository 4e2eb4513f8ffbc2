import type { OperationId } from '#contract'
import type { Clock } from '#kernel'
import { newAccessToken, newRefreshToken, readAgentToken, saveAgentTokens } from '#management'
import type { Store } from '#storage/database'
import { agentPlan, agentRequest } from './agent-plan-examples.ts'

type Call = (
  id: OperationId,
  input?: { readonly body?: object; readonly params?: Record<string, string> },
) => Promise<object>

export interface SeededAgents {
  readonly agentPlanId: string
  readonly otherAgentPlanId: string
  readonly appliedAgentPlanId: string
  readonly agentConnectionId: string
}

/** Changes that an agent proposes, one of them carried out, and a program that is connected. */
export async function seedAgents(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  call: Call,
): Promise<SeededAgents> {
  const propose = async () => String(Reflect.get(await call('proposeAgentPlan', { body: agentPlan() }), 'id'))
  const [agentPlanId, otherAgentPlanId, appliedAgentPlanId] = [await propose(), await propose(), await propose()]
  await call('confirmAgentPlan', { params: { id: appliedAgentPlanId } })
  const accepted = await call('acceptAgentRequest', { body: { ...agentRequest(), mode: 'PROPOSE' } })
  const now = new Date(clock.now())
  const code = new URL(String(Reflect.get(accepted, 'redirect'))).searchParams.get('code') ?? ''
  const row = await readAgentToken(store, code, { kind: 'CODE', now })
  if (row === null) throw new Error('Seeding a connected program failed')
  await saveAgentTokens(store, row, { access: newAccessToken(), refresh: newRefreshToken(), now })
  return { agentPlanId, otherAgentPlanId, appliedAgentPlanId, agentConnectionId: row.connectionId }
}
