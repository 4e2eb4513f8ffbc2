import { useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ErrorState } from '#contract'
import type { ApiError } from '../../api/api-error.ts'
import { callWith } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { queryKey, useOperation } from '../../api/use-operation.ts'
import { useNumberedPages } from '../../api/use-pages.ts'
import { rememberUndo } from '../../check-list/last-bulk-change.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'
import { lateTexts } from '../../strings/late.ts'
import { toastError } from '../../ui/toast-error.ts'
import { toast, toastWithUndo } from '../../ui/toasts.tsx'

export type ErrorList = Answer<'listErrors'>
export type ListedError = ErrorList['entries'][number]
export type ErrorDetail = Answer<'getError'>
export type ErrorQuery = Omit<NonNullable<Input<'listErrors'>['query']>, 'limit' | 'page'>

const pageSize = 50
/** New errors are events; how often the others occurred is read again this often while their checks run. */
const leastMs = 15_000

/** The errors that a query finds, page after page. */
export function useErrors(query: ErrorQuery) {
  const key = ['listErrors', 'pages', query]
  const list = useNumberedPages(
    key,
    (page, options) => callWith('listErrors', { query: { ...query, limit: pageSize, page } }, options),
    ({ entries }) => entries.length === pageSize,
  )
  const checkIds = list.data?.pages.flatMap(({ entries }) => entries.flatMap(({ checkId }) => checkId ?? [])) ?? []
  useReadAfterRuns(key, { checkIds, leastMs })
  return list
}

export function useError(id: string): UseQueryResult<ErrorDetail, ApiError> {
  const input = { params: { id } }
  const error = useOperation('getError', input)
  const checkId = error.data?.checkId ?? null
  useReadAfterRuns(queryKey('getError', input), { checkIds: checkId === null ? [] : [checkId], leastMs })
  return error
}

/** The tags and locations of all checks. */
export const useFacets = () => useOperation('listCheckFacets', undefined, { staleMs: 60_000 }).data

/** The name of a check whose errors alone are listed. */
export const useCheckName = (checkId: string | undefined): string | undefined =>
  useOperation('listCheckRows', { query: { checkId: [checkId ?? ''] } }, { enabled: checkId !== undefined }).data
    ?.entries[0]?.name

const words = lateTexts.errors

/** Archives errors or brings them back, says so, and offers to undo it. Resolves when it is done or has failed. */
export function useErrorChange(): (ids: readonly string[], state: ErrorState) => Promise<void> {
  const client = useQueryClient()
  const send = (errors: Answer<'changeErrors'>['previous']) => change(client, 'changeErrors', { body: { errors } })
  const undo = async (previous: Answer<'changeErrors'>['previous']): Promise<void> => {
    rememberUndo(null)
    try {
      await send(previous)
      toast({ text: words.undone })
    } catch (error) {
      toastError(error)
    }
  }
  return async (ids, state) => {
    try {
      const { previous } = await send(ids.map((id) => ({ id, state })))
      const takeBack = (): void => void undo(previous)
      rememberUndo(takeBack, toastWithUndo(words.done[state](previous.length), takeBack))
    } catch (error) {
      toastError(error)
    }
  }
}
