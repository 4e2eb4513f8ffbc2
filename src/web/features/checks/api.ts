import { useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { call, callWith } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { queryKey, useChange, useOperation } from '../../api/use-operation.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'
import { useMay } from '../../session/session.tsx'
import type { Query } from './query.ts'

/** A page of the list of checks. */
export type CheckPage = Answer<'listCheckRows'>
export type CheckRowData = CheckPage['entries'][number]

const pageSize = 100

export const useMayCreateCheck = (): boolean => useMay('createUrlCheck')
export const useMayChangeChecks = (): boolean => useMay('changeChecks')
export const useMayRunChecks = (): boolean => useMay('triggerCheckSessionsV2')

/** The checks that a query finds, page after page; those of the previous query until they are there. */
export const useCheckPages = (query: Query) =>
  useInfiniteQuery<CheckPage, ApiError>({
    queryKey: ['listCheckRows', 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'listCheckRows',
        { query: { ...query, limit: pageSize, ...(typeof pageParam === 'string' && { nextId: pageParam }) } },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextId }) => nextId,
    placeholderData: (previous) => previous,
  })

export type CheckMetrics = Answer<'listCheckMetrics'>['entries'][number]

/** Availability and p95 of the last thirty days of checks, read again at most every `leastMs` after they ran. */
export function useMetricsOf(checkId: string[], leastMs: number) {
  const input = { query: { checkId, quickRange: 'last30Days' as const } }
  useReadAfterRuns(queryKey('listCheckMetrics', input), { checkIds: checkId, leastMs })
  return useOperation('listCheckMetrics', input, { enabled: checkId.length > 0, staleMs: leastMs, keepsPrevious: true })
}

export const useGroups = () => useAllItems('listCheckGroups', { staleMs: 60_000 })

/** The tags and places of all checks, with how many checks have each. */
export const useFacets = () => useOperation('listCheckFacets', undefined, { staleMs: 30_000 })

export const runChecks = (checkId: readonly string[]): Promise<unknown> =>
  call('triggerCheckSessionsV2', { body: { target: { checkId: [...checkId] } } })

export const useViews = () => useOperation('listSavedViews', undefined, { staleMs: 60_000 })
export const useSaveView = () => useChange('saveView')
export const useDeleteView = () => useChange('deleteSavedView')
