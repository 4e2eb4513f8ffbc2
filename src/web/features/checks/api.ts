import { useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { callWith } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import type { Query } from './query.ts'

/** A page of the list of checks. */
export type CheckPage = Answer<'listCheckRows'>
export type CheckRowData = CheckPage['entries'][number]

const pageSize = 100

export const useMayCreateCheck = (): boolean => useMay('createUrlCheck')
export const useMayChangeChecks = (): boolean => useMay('changeChecks')

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
