import { useChange, useOperation } from '../../../api/use-operation.ts'
import type { Answer, Input } from '../../../api/operations.ts'

export type AgentPlan = Answer<'listAgentPlans'>[number]
export type AgentConnection = Answer<'listAgentConnections'>[number]
export type AgentMode = AgentConnection['mode']
export type AgentRequest = NonNullable<Input<'getAgentRequest'>['query']>
export type AgentRequestView = Answer<'getAgentRequest'>

export const useAgentPlans = () => useOperation('listAgentPlans')
export const useConfirmPlan = () => useChange('confirmAgentPlan')
export const useRejectPlan = () => useChange('rejectAgentPlan')
export const useUndoPlan = () => useChange('undoAgentPlan')

export const useAgentRequest = (query: AgentRequest) =>
  useOperation('getAgentRequest', { query }, { staleMs: Infinity })
export const useAcceptAgent = () => useChange('acceptAgentRequest')
export const useAgentConnections = () => useOperation('listAgentConnections')
export const useEndConnection = () => useChange('endAgentConnection')
export const useAgentAccess = () => useOperation('getAgentAccess')
export const useSetAgentAccess = () => useChange('setAgentAccess')
