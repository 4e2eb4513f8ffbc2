import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import type { Answer } from '../api/operations.ts'
import { useChange, useOperation } from '../api/use-operation.ts'

export type DrillRun = Answer<'getDrill'>

const readEveryMs = 500

/** Makes a check fail on purpose. */
export function useStartDrill(checkId: string): {
  readonly isStarting: boolean
  readonly error: ApiError | null
  readonly started: DrillRun | undefined
  readonly start: () => void
} {
  const { isPending, error, data, mutate } = useChange('startDrill')
  return { isStarting: isPending, error, started: data, start: () => mutate({ params: { id: checkId } }) }
}

/** A drill as it is now, read again and again until it is over. */
export const useDrill = (
  { id, checkId }: Pick<DrillRun, 'id' | 'checkId'>,
  { isOver }: { readonly isOver: boolean },
): UseQueryResult<DrillRun, ApiError> =>
  useOperation('getDrill', { params: { id: checkId, drillId: id } }, isOver ? {} : { everyMs: readEveryMs })
