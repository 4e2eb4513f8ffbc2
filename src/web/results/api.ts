import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { callWith } from '../api/call.ts'
import type { Answer, Input } from '../api/operations.ts'
import { useOperation } from '../api/use-operation.ts'
import type { ReadPart } from './live/use-progress.ts'

/** A result with its detail. */
export type Result = Answer<'getCheckResult'>
/** Results as lists have them. */
export type ResultList = Answer<'listCheckResultsV2'>
export type ListedResult = ResultList['entries'][number]
export type ResultFilter = Omit<NonNullable<Input<'listCheckResultsV2'>['query']>, 'limit' | 'fields'>
export type Asset = Answer<'listCheckResultAssets'>['assets'][number]

/** A result, which never changes; nothing is read without an id. */
export const useResult = (checkId: string, resultId: string | null | undefined): UseQueryResult<Result, ApiError> =>
  useOperation(
    'getCheckResult',
    { params: { checkId, checkResultId: resultId ?? '' } },
    { enabled: Boolean(resultId), staleMs: 600_000 },
  )

const progressWaitSeconds = 20

/** The events of the runs of a check session under way behind a position, by their locations. Throws an ApiError. */
export const readCheckProgress: ReadPart = async (checkSessionId, position, signal) => {
  const query = { after: position, maxWaitSeconds: progressWaitSeconds }
  const answer = await callWith('getCheckSessionProgress', { params: { checkSessionId }, query }, { signal })
  return {
    isUnderWay: underWay.has(answer.status),
    position: answer.position,
    events: answer.events.map((event) => [event.runLocation, event]),
  }
}

const underWay: ReadonlySet<Answer<'getCheckSessionProgress'>['status']> = new Set([
  'STARTED',
  'PROGRESS',
  'PROGRESS_FAILED',
  'PROGRESS_DEGRADED',
])

export const readResult = (checkId: string, resultId: string): Promise<Result> =>
  callWith('getCheckResult', { params: { checkId, checkResultId: resultId } })

const listedFields =
  'id,hasFailures,hasErrors,isDegraded,isCancelled,responseTime,startedAt,runLocation,attempts,created_at,statusCode,error'

const listInput = (checkId: string, limit: number, filter: ResultFilter) => ({
  params: { checkId },
  query: { limit, fields: [listedFields], ...filter },
})

/** So many of the latest results of a check, with what a tick or a row shows. */
export const useResults = (
  checkId: string,
  limit: number,
  filter: ResultFilter,
): UseQueryResult<ResultList, ApiError> =>
  useOperation('listCheckResultsV2', listInput(checkId, limit, filter), { keepsPrevious: true })

export const readResults = (
  checkId: string,
  limit: number,
  filter: ResultFilter,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ResultList> => callWith('listCheckResultsV2', listInput(checkId, limit, filter), options)

const none: readonly Asset[] = []

/** The files of a run; none while they are read. Their links work for an hour. */
export const useAssets = ({ id, checkId }: Pick<Result, 'id' | 'checkId'>): readonly Asset[] =>
  useOperation('listCheckResultAssets', { params: { checkId, checkResultId: id } }, { staleMs: 300_000 }).data
    ?.assets ?? none
