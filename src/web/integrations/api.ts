import type { Answer } from '../api/operations.ts'
import { orNone } from '../api/or-none.ts'
import { useChange, useOperation } from '../api/use-operation.ts'
import { useMay } from '../session/session.tsx'

/** A check, or a group by its number. */
export type Target = { readonly checkId: string } | { readonly groupId: number }
export type DeploymentTrigger = Answer<'listDeploymentTriggers'>[number]

export const useTriggerOfCheck = (checkId: string) =>
  orNone(useOperation('getCheckTrigger', { params: { checkId } }), 'TRIGGER_NOT_FOUND')
export const useTriggerOfGroup = (groupId: number) =>
  orNone(useOperation('getCheckGroupTrigger', { params: { groupId } }), 'TRIGGER_NOT_FOUND')
export const useCreateTriggerOfCheck = () => useChange('createCheckTrigger')
export const useDeleteTriggerOfCheck = () => useChange('deleteCheckTrigger')
export const useCreateTriggerOfGroup = () => useChange('createCheckGroupTrigger')
export const useDeleteTriggerOfGroup = () => useChange('deleteCheckGroupTrigger')
export const useMayTrigger = (): boolean => useMay('createCheckTrigger')

export const useGroupBadge = (id: number) =>
  orNone(useOperation('getCheckGroupBadgeAddress', { params: { id } }), 'GROUP_BADGE_DISABLED')
export const useEnableBadge = () => useChange('enableCheckGroupBadge')
export const useDisableBadge = () => useChange('disableCheckGroupBadge')
export const useMayChangeBadge = (): boolean => useMay('enableCheckGroupBadge')

export const useDeploymentTriggers = () => useOperation('listDeploymentTriggers')
export const useCreateDeploymentTrigger = () => useChange('createDeploymentTrigger')
export const useMayTriggerByDeployment = (): boolean => useMay('createDeploymentTrigger')
