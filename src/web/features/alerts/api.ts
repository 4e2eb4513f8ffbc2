import { useCursorPages } from '../../api/use-pages.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { callWith } from '../../api/call.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'

export type ReceivedAlert = Answer<'getReceivedAlert'>
export type AlertSource = Answer<'listAlertSources'>[number]
export type NewAlertSource = Answer<'createAlertSource'>
export type AlertSourceBody = Input<'createAlertSource'>['body']
export type AlertSilence = Answer<'listAlertSilences'>[number]
type Filter = NonNullable<Input<'listReceivedAlerts'>['query']>

const limit = 50

/** Alerts of other tools, page after page. */
export const useReceivedAlerts = (filter: Pick<Filter, 'search' | 'sourceId' | 'state'>) =>
  useCursorPages(['listReceivedAlerts', filter], (from, options) =>
    callWith('listReceivedAlerts', { query: { ...filter, limit, ...from } }, options),
  )

export const useReceivedAlert = (id: string) => useOperation('getReceivedAlert', { params: { id } })
export const useAcknowledgement = () => useChange('acknowledgeReceivedAlert')
export const useAcknowledgementEnd = () => useChange('unacknowledgeReceivedAlert')
export const useSilences = () => useOperation('listAlertSilences')
export const useSilenceCreation = () => useChange('createAlertSilence')
export const useSilenceEnd = () => useChange('deleteAlertSilence')

export const useSources = () => useOperation('listAlertSources')
export const useSourceCreation = () => useChange('createAlertSource')
export const useSourceUpdate = () => useChange('updateAlertSource')
export const useTokenRenewal = () => useChange('renewAlertSourceToken')
export const useSourceDeletion = () => useChange('deleteAlertSource')

export type EscalationPolicy = Answer<'listEscalationPolicies'>[number]
export type EscalationPolicyBody = Input<'createEscalationPolicy'>['body']
export const usePolicies = () => useOperation('listEscalationPolicies')
export const usePolicyCreation = () => useChange('createEscalationPolicy')
export const usePolicyUpdate = () => useChange('updateEscalationPolicy')
export const usePolicyDeletion = () => useChange('deleteEscalationPolicy')

export const useGroupNames = () => useAllItems('listCheckGroups', { staleMs: 60_000 }).data ?? []
