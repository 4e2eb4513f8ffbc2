import { useChange, useOperation } from '../../../api/use-operation.ts'
import type { Answer } from '../../../api/operations.ts'

export type AgentPlan = Answer<'listAgentPlans'>[number]

export const useAgentPlans = () => useOperation('listAgentPlans')
export const useConfirmPlan = () => useChange('confirmAgentPlan')
export const useRejectPlan = () => useChange('rejectAgentPlan')
export const useUndoPlan = () => useChange('undoAgentPlan')
