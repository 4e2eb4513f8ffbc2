import { useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { saveFile } from '../../api/call.ts'
import { change, changeAll } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { queryKey, useChange, useOperation } from '../../api/use-operation.ts'
import type { ReadOptions } from '../../api/use-operation.ts'
import { concerns } from '../../live/concerns.ts'
import { useCheckChanges } from '../../live/live.tsx'
import type { CheckChange } from '../../live/live.tsx'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'

export type Check = Answer<'getCheck'>
export type CheckRow = Answer<'listCheckRows'>['entries'][number]
/** A check as it is set up, and as lists have it, once that is read. */
export interface CheckWithRow {
  readonly check: Check
  readonly row: CheckRow | undefined
}
export type Summary = Answer<'getCheckSummary'>
/** Counts, times and events of a check by intervals. */
export type Series = Answer<'getCheckSeries'>
type SeriesQuery = NonNullable<Input<'getCheckSeries'>['query']>
export type EffectiveSettings = Answer<'getEffectiveSettings'>
/** Who would be notified if the check failed now. */
export type AlertPreview = Answer<'getAlertPreview'>
export type MaintenanceOccurrence = Answer<'listMaintenanceOccurrences'>['entries'][number]
export type HeartbeatTimeline = Answer<'getHeartbeatTimeline'>
export type Ping = HeartbeatTimeline['events'][number]
/** The signal of a ping: start, success, failure or log. */
export type Signal = HeartbeatTimeline['signals'][number]
export type Issue = Answer<'getOverview'>['issues'][number]
export type ExportQuery = NonNullable<Input<'exportCheckResults'>['query']>

export const useCheck = (id: string): UseQueryResult<Check, ApiError> => useOperation('getCheck', { params: { id } })

export const useCheckSummary = (id: string): Summary | undefined =>
  useOperation('getCheckSummary', { params: { id } }, { keepsPrevious: true }).data

/** The certificates that the last runs saw, the first to expire first. */
export const useCertificates = (checkId: string): Answer<'listCheckCertificates'>['certificates'] =>
  useOperation('listCheckCertificates', { params: { checkId } }, { staleMs: 60_000 }).data?.certificates ?? []

export const useCheckSeries = (
  id: string,
  query: SeriesQuery,
  options: ReadOptions = {},
): UseQueryResult<Series, ApiError> => useOperation('getCheckSeries', { params: { id }, query }, options)

export const useEffectiveSettings = (id: string): UseQueryResult<EffectiveSettings, ApiError> =>
  useOperation('getEffectiveSettings', { params: { id } })

/** Read again after runs, every ten seconds at most. */
export function useAlertPreview(id: string): UseQueryResult<AlertPreview, ApiError> {
  const input = { params: { id } }
  useReadAfterRuns(queryKey('getAlertPreview', input), { checkIds: [id], leastMs: 10_000 })
  return useOperation('getAlertPreview', input)
}

/** The latest pings of a heartbeat within a time, Epoch seconds; read again after runs, once a second at most. */
export function useHeartbeatTimeline(
  checkId: string,
  range: { readonly startTime: string; readonly endTime: string } | null,
): UseQueryResult<HeartbeatTimeline, ApiError> {
  const input = { params: { checkId }, query: { ...range } }
  useReadAfterRuns(queryKey('getHeartbeatTimeline', input), { checkIds: [checkId], leastMs: 1_000 })
  return useOperation('getHeartbeatTimeline', input)
}

/** The signal of a ping with its body. */
export const usePingBody = (checkId: string, id: string): UseQueryResult<Answer<'getHeartbeatSignal'>, ApiError> =>
  useOperation('getHeartbeatSignal', { params: { checkId, id } })

/** The maintenances of a check until a time, with those that are under way. */
export const useMaintenanceOccurrences = (checkId: string, to: string): readonly MaintenanceOccurrence[] =>
  useOperation('listMaintenanceOccurrences', { query: { checkId, to, limit: 20 } }, { keepsPrevious: true }).data
    ?.entries ?? []

/** The checks that do not pass now. */
export const useIssues = (): readonly Issue[] =>
  useOperation('getOverview', undefined, { staleMs: 30_000 }).data?.issues ?? []

export const useErrorGroups = (checkId: string): UseQueryResult<Answer<'listErrorGroupsOfCheck'>, ApiError> =>
  useOperation('listErrorGroupsOfCheck', { params: { checkId } })

/** Archives errors until they occur again. */
export function useArchive(): (id: string) => void {
  const { mutate } = useChange('updateErrorGroup')
  return (id) => mutate({ params: { id }, body: { archivedUntilNextEvent: true } })
}

/** The changes to a check. Each ends when what is shown is as it is now, and throws an ApiError. */
export function useCheckUpdates(id: string) {
  const client = useQueryClient()
  const params = { id }
  return {
    update: (body: Input<'updateCheckGeneric'>['body']) => change(client, 'updateCheckGeneric', { params, body }),
    /** Deletes it; nothing is read again before the page that shows it was left. */
    remove: (leave: () => Promise<void>) =>
      changeAll(client, async (send) => {
        await send('deleteCheck', { params })
        await leave()
      }),
  }
}

/** Has the browser save the results that a query finds. Throws an ApiError. */
export const saveResults = (checkId: string, query: ExportQuery, name: string): Promise<void> =>
  saveFile('exportCheckResults', { params: { checkId }, query }, name)

/** The queries of one check that change with its runs. Paged lists load new items themselves. */
const isOfRuns = (operation: unknown): boolean =>
  ['listCheckResultsV2', 'getCheckStatus', 'getCheckSummary'].some((one) => one === operation)

/** The row of the check with its state, which runs change as they end. */
export function useCheckRow(id: string): CheckRow | undefined {
  const client = useQueryClient()
  const query = { query: { checkId: [id] } }
  const rows = useOperation('listCheckRows', query)
  const onChanges = useCallback(
    (changes: readonly CheckChange[]) => {
      if (!changes.some((change) => change.id === id)) return
      void client.invalidateQueries({
        predicate: ({ queryKey: [operation, ...inputs] }) =>
          isOfRuns(operation) && concerns(inputs, new Set([id])) && inputs[0] !== 'pages',
      })
    },
    [client, id],
  )
  useCheckChanges(onChanges)
  return rows.data?.entries.find((row) => row.id === id)
}
