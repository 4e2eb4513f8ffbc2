import { useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/operations.ts'
import { reread } from '../../api/change.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
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

const pollMs = 1_500

/** Asks for the analysis of an error and follows it to its end, when the error is read again. */
export function useAnalysisRequest(errorGroupId: string): {
  readonly isRunning: boolean
  readonly error: ApiError | null
  readonly start: () => void
} {
  const client = useQueryClient()
  const request = useChange('requestAnalysis')
  const [asked, setAsked] = useState<string | null>(null)
  const input = { params: { id: asked ?? '' } }
  const pending = useOperation('getRootCauseAnalysis', input, { enabled: asked !== null, everyMs: pollMs })
  const isDone = asked !== null && pending.data !== undefined && 'analysis' in pending.data
  useEffect(() => {
    if (!isDone) return
    setAsked(null)
    void reread(client, ['root-cause-analyses'])
  }, [isDone, client])
  return {
    isRunning: request.isPending || asked !== null,
    error: request.error ?? pending.error,
    start: () => request.mutate({ params: { errorGroupId } }, { onSuccess: ({ id }) => setAsked(id) }),
  }
}
