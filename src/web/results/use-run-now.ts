import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { callWith } from '../api/call.ts'
import type { Answer } from '../api/operations.ts'
import { now } from '../time/page-time.ts'

type Started = Pick<Answer<'triggerCheckSessionsV2'>['sessions'][number], 'checkSessionId' | 'runLocations'>
type Ended = Answer<'getCheckSessionCompletionV2'>

/** A run that somebody asked for, from the click to its results. */
export type AskedRun =
  | { readonly step: 'running'; readonly since: string; readonly session: Started | null }
  | { readonly step: 'ended'; readonly results: Ended['results'] }
  | { readonly step: 'failed'; readonly error: unknown }

const waitSeconds = 20
const stillRunning = 408

/** Starts a run of the check and follows it to its end, as long as the page is open. */
export function useRunNow(checkId: string): {
  readonly run: AskedRun | null
  readonly start: () => void
  readonly close: () => void
} {
  const [run, setRun] = useState<AskedRun | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const start = (): void => {
    if (run?.step === 'running') return
    const { signal } = (current.current = new AbortController())
    setRun({ step: 'running', since: new Date(now()).toISOString(), session: null })
    follow(checkId, signal, (session) =>
      setRun((last) => (last?.step === 'running' ? { ...last, session } : last)),
    ).then(
      ({ results }) => setRun({ step: 'ended', results }),
      (error: unknown) => signal.aborted || setRun({ step: 'failed', error }),
    )
  }
  return { run, start, close: () => setRun(null) }
}

async function follow(checkId: string, signal: AbortSignal, onStarted: (session: Started) => void): Promise<Ended> {
  const body = { target: { checkId: [checkId] } }
  const { sessions } = await callWith('triggerCheckSessionsV2', { body }, { signal })
  const [session] = sessions
  if (session === undefined) throw new ApiError(404, '')
  onStarted(session)
  for (;;) {
    try {
      const params = { checkSessionId: session.checkSessionId }
      return await callWith(
        'getCheckSessionCompletionV2',
        { params, query: { maxWaitSeconds: waitSeconds } },
        { signal },
      )
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== stillRunning) throw error
    }
  }
}
