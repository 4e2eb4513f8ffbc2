import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import type { CallOptions } from './call.ts'

/** Each page of a list that names its next one. */
interface CursorPage {
  readonly nextId: string | null
}

type FromCursor = { readonly nextId?: string }

/**
 * A list that names its next page, page after page; `read` gets the cursor to add to its query. The answer to the previous
 * query stays until the first page of the new one is there.
 */
export const useCursorPages = <T extends CursorPage>(
  key: readonly unknown[],
  read: (from: FromCursor, options: CallOptions) => Promise<T>,
) =>
  useInfiniteQuery<T, ApiError>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(typeof pageParam === 'string' ? { nextId: pageParam } : {}, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ nextId }) => nextId,
    placeholderData: keepPreviousData,
  })

/** The same of a list whose pages have numbers from 1; `hasMore` says whether one follows those that were read. */
export const useNumberedPages = <T>(
  key: readonly unknown[],
  read: (page: number, options: CallOptions) => Promise<T>,
  hasMore: (last: T, pages: number) => boolean,
) =>
  useInfiniteQuery<T, ApiError>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(Number(pageParam), { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (hasMore(last, pages.length) ? pages.length + 1 : null),
    placeholderData: keepPreviousData,
  })
