import { useEffect, useRef, useState } from 'react'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { runOnce } from './api.ts'
import type { RunEvent } from '../../results/live/live-steps.ts'
import type { DryRun } from './api.ts'

interface Tried {
  /** Null until it has ended. */
  readonly run: DryRun | null
  /** The events so far. */
  readonly events: readonly RunEvent[]
  readonly error: unknown
  readonly isBusy: boolean
}

type How = Pick<Parameters<typeof runOnce>[2], 'hasScript' | 'runLocation'>

const nothing: Tried = { run: null, events: [], error: null, isBusy: false }

/** Runs a check of a type once without saving it, and follows it to its end as long as the page is open. */
export function useDryRun(type: string): Tried & { readonly start: (draft: CheckDraft, how: How) => void } {
  const [tried, setTried] = useState(nothing)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const start = (draft: CheckDraft, how: How): void => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    setTried({ ...nothing, isBusy: true })
    const onEvents = (more: readonly RunEvent[]): void =>
      setTried((last) => ({ ...last, events: [...last.events, ...more] }))
    runOnce(type, draft, { ...how, signal, onEvents }).then(
      (run) => signal.aborted || setTried((last) => ({ ...last, run, isBusy: false })),
      (error: unknown) => signal.aborted || setTried({ ...nothing, error }),
    )
  }
  return { ...tried, start }
}
