import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ErrorKind } from '#contract'
import type { ApiError } from '../api/api-error.ts'
import { reread } from '../api/change.ts'
import { useChange, useOperation } from '../api/use-operation.ts'

const pollMs = 1_500

/** Asks for the analysis of an error and follows it to its end, when the error is read again. */
export function useAnalysisRequest(
  errorGroupId: string,
  kind: ErrorKind,
): {
  readonly isRunning: boolean
  readonly error: ApiError | null
  readonly start: () => void
} {
  const client = useQueryClient()
  const ofCheck = useChange('requestAnalysis')
  const ofSessions = useChange('requestTestSessionAnalysis')
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
    isRunning: ofCheck.isPending || ofSessions.isPending || asked !== null,
    error: ofCheck.error ?? ofSessions.error ?? pending.error,
    start: () => {
      const onSuccess = ({ id }: { readonly id: string }): void => setAsked(id)
      if (kind === 'CHECK') ofCheck.mutate({ params: { errorGroupId } }, { onSuccess })
      else ofSessions.mutate({ params: { testSessionErrorGroupId: errorGroupId } }, { onSuccess })
    },
  }
}
