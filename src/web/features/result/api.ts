import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { Result } from '../../results/api.ts'

export type ResultNeighbours = Answer<'getResultNeighbours'>
/** An error that occurred once or often, with its analyses. */
export type ErrorGroup = Answer<'getErrorGroup'>

/** The results around one; with `isFailing` the previous and the next that failed. */
export const useResultNeighbours = (
  { id, checkId }: Pick<Result, 'id' | 'checkId'>,
  isFailing: boolean,
): UseQueryResult<ResultNeighbours, ApiError> =>
  useOperation('getResultNeighbours', {
    params: { checkId, checkResultId: id },
    query: { around: 20, ...(isFailing && { hasFailures: true }) },
  })

/** In what a result differs from the last one that passed, in words. */
export const useResultDifferences = (
  { id, checkId }: Pick<Result, 'id' | 'checkId'>,
  isAsked: boolean,
): Answer<'getResultDifferences'> | undefined =>
  useOperation('getResultDifferences', { params: { checkId, checkResultId: id } }, { enabled: isAsked }).data

/** Nothing is read without an id. Read again and again while its analysis is awaited. */
export const useErrorGroup = (id: string | undefined, isAwaited = false): UseQueryResult<ErrorGroup, ApiError> =>
  useOperation(
    'getErrorGroup',
    { params: { id: id ?? '' } },
    { enabled: id !== undefined, ...(isAwaited && { everyMs: 5_000 }) },
  )

/** The results of the run that a result belongs to, of each location. */
export const useResultsOfRun = ({
  checkSessionId,
  sequenceId,
}: Pick<Result, 'checkSessionId' | 'sequenceId'>): Answer<'getCheckSessionV2'>['results'] =>
  useOperation(
    'getCheckSessionV2',
    { params: { checkSessionId } },
    // Scheduled runs in one location are separate sessions.
    { enabled: sequenceId !== checkSessionId, staleMs: 60_000 },
  ).data?.results ?? []
