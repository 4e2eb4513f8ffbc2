import { useEffect, useRef, useState } from 'react'
import { callWith } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import type { Body } from '../../ui/form/body.ts'
import type { DryRunEvent } from './live-steps.ts'

export type DryRun = Answer<'startDryRun'>
const waitSeconds = 20

interface Tried {
  /** Null until it has ended. */
  readonly run: DryRun | null
  /** The events so far. */
  readonly events: readonly DryRunEvent[]
  readonly error: unknown
  readonly isBusy: boolean
}

const nothing: Tried = { run: null, events: [], error: null, isBusy: false }

/** Runs a check once without saving it, and follows it to its end as long as the page is open. */
export function useDryRun(): Tried & { readonly start: (check: Body, hasScript: boolean) => void } {
  const [tried, setTried] = useState(nothing)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const start = (check: Body, hasScript: boolean): void => {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    setTried({ ...nothing, isBusy: true })
    const onEvents = (more: readonly DryRunEvent[]): void =>
      setTried((last) => ({ ...last, events: [...last.events, ...more] }))
    follow(check, { hasScript, signal, onEvents }).then(
      (run) => signal.aborted || setTried((last) => ({ ...last, run, isBusy: false })),
      (error: unknown) => signal.aborted || setTried({ ...nothing, error }),
    )
  }
  return { ...tried, start }
}

interface Following {
  /** The events of a script are followed, and its screenshots are in its trace. */
  readonly hasScript: boolean
  readonly signal: AbortSignal
  readonly onEvents: (events: readonly DryRunEvent[]) => void
}

async function follow(check: Body, { hasScript, signal, onEvents }: Following): Promise<DryRun> {
  const body = hasScript ? { check, includeTraces: true } : { check }
  const query = { maxWaitSeconds: hasScript ? 0 : waitSeconds }
  const started: DryRun = await callWith('startDryRun', { query, body: body as never }, { signal })
  if (started.status !== 'RUNNING') return started
  const params = { dryRunId: started.id }
  for (let after = 0; ;) {
    const asked = { params, query: { after, maxWaitSeconds: waitSeconds } }
    const { status, position, events } = await callWith('getDryRunProgress', asked, { signal })
    if (events.length > 0) onEvents(events)
    if (status !== 'RUNNING') return callWith('getDryRun', { params, query: { maxWaitSeconds: 0 } }, { signal })
    after = position
  }
}
