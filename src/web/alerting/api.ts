import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { callWith } from '../api/call.ts'
import { change } from '../api/change.ts'
import type { Answer, Input } from '../api/operations.ts'
import { useAllItems } from '../api/use-all-items.ts'
import { queryKey, useOperation } from '../api/use-operation.ts'
import { useReadAfterRuns } from '../live/use-read-after-runs.ts'

type Notifications = Answer<'listAlertNotifications'>
export type Notification = Notifications['items'][number]
/** A notification with its attempts and everything that was decided from the failure to the recovery. */
export type NotificationDetail = Answer<'getAlertNotification'>
export type NotificationFilter = Omit<NonNullable<Input<'listAlertNotifications'>['query']>, 'limit' | 'page'>
type AlertChannel = Answer<'listAlertChannels'>['items'][number]
export type IncidentOfCheck = Answer<'listIncidentsOfPages'>['entries'][number]
export type CheckStatus = Answer<'getCheckStatus'>
export type CheckExplanation = Answer<'explainCheck'>

const pageSize = 100
/** The operation takes no more at once; older rows offer no acknowledgement then. */
const mostChecks = 100
const noChannels: readonly AlertChannel[] = []

export const useNotificationPages = (
  filter: NotificationFilter,
): UseInfiniteQueryResult<InfiniteData<Notifications>, ApiError> =>
  useInfiniteQuery<Notifications, ApiError>({
    queryKey: ['listAlertNotifications', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'listAlertNotifications',
        { query: { ...filter, limit: pageSize, page: Number(pageParam) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total, offset, items }) =>
      offset + items.length < total ? Math.floor(offset / pageSize) + 2 : null,
    placeholderData: (before) => before,
  })

/** So many of the latest notifications of a check, silenced ones too; undefined while they are read. */
export const useLatestNotifications = (checkId: string, limit: number): readonly Notification[] | undefined =>
  useOperation('listAlertNotifications', { query: { checkId, includeSilenced: true, limit } }).data?.items

export const useNotification = (id: string): UseQueryResult<NotificationDetail, ApiError> =>
  useOperation('getAlertNotification', { params: { id } }, { keepsPrevious: true })

/** The state of a check now, or at a time, and how it came about. That of now is read again after runs. */
export function useCheckExplanation(checkId: string, at?: string): UseQueryResult<CheckExplanation, ApiError> {
  const input = { params: { id: checkId }, ...(at !== undefined && { query: { at } }) }
  useReadAfterRuns(queryKey('explainCheck', input), { checkIds: at === undefined ? [checkId] : [], leastMs: 10_000 })
  return useOperation('explainCheck', input)
}

export const useAlertExplanation = (id: string): UseQueryResult<Answer<'explainCheckAlert'>, ApiError> =>
  useOperation('explainCheckAlert', { params: { id } })

/** All channels; none while they are read. */
export const useAlertChannels = (): readonly AlertChannel[] =>
  useAllItems('listAlertChannels', { staleMs: 60_000 }).data ?? noChannels

export const useCheckStatus = (checkId: string, enabled = true): CheckStatus | undefined =>
  useOperation('getCheckStatus', { params: { checkId } }, { enabled }).data

/** Those of the checks that do not pass and whose alert nobody has acknowledged. */
export function useOpenAlerts(items: readonly Pick<Notification, 'checkId'>[]): ReadonlySet<string> {
  const checkId = [...new Set(items.map((item) => item.checkId))].slice(0, mostChecks).toSorted()
  const rows = useOperation(
    'listCheckRows',
    { query: { checkId, state: ['FAILING', 'DEGRADED'], limit: mostChecks } },
    { enabled: checkId.length > 0, keepsPrevious: true },
  ).data
  return new Set(rows?.entries.filter(({ acknowledgedBy }) => !acknowledgedBy).map(({ id }) => id))
}

const noIncidents: readonly IncidentOfCheck[] = []
const openIncidentsShown = 3

/** The latest open incidents of a check; none while they are read. */
export const useOpenIncidents = (checkId: string): readonly IncidentOfCheck[] =>
  useOperation('listIncidentsOfPages', { query: { checkId, state: 'OPEN', limit: openIncidentsShown } }).data
    ?.entries ?? noIncidents

/** An alert that opens an incident is decided before it. */
const leadMs = 60_000

/** The incidents of a check that were open at a time, of its latest 50. */
export function useIncidentsAt(checkId: string, at: string): readonly IncidentOfCheck[] {
  const entries = useOperation('listIncidentsOfPages', { query: { checkId, limit: 50 } }).data?.entries ?? noIncidents
  const atMs = Date.parse(at)
  return entries.filter(
    ({ startedAt, resolvedAt }) =>
      Date.parse(startedAt) - leadMs <= atMs && (resolvedAt === null || atMs <= Date.parse(resolvedAt) + leadMs),
  )
}

/** The changes to the alert of a check. Each ends when what is shown is as it is now, and throws an ApiError. */
export function useAlertChanges(checkId: string) {
  const client = useQueryClient()
  const params = { id: checkId }
  return {
    acknowledge: () => change(client, 'acknowledgeCheck', { params, body: {} }),
    unacknowledge: () => change(client, 'unacknowledgeCheck', { params }),
    mute: (body: Input<'muteCheck'>['body']) => change(client, 'muteCheck', { params, body }),
  }
}
