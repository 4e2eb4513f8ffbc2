import { useEffect, useState } from 'react'
import { after } from '../../time/page-time.ts'
import type { RunEvent } from '../../results/live/live-steps.ts'
import { readProgress } from './api.ts'
import type { SessionEvent } from './api.ts'

/** The events of runs under way, by the ids of their results. */
export type Progress = ReadonlyMap<string, readonly RunEvent[]>

const nothing: Progress = new Map()
/** However many runs report, nobody reads faster. */
const pauseMs = 1_000
const pauseAfterFailureMs = 10_000

/** Follows the runs of a session while some are under way, and asks nothing otherwise. */
export function useProgress(testSessionId: string, isUnderWay: boolean): Progress {
  const [progress, setProgress] = useState(nothing)
  useEffect(() => {
    if (!isUnderWay) return
    const left = new AbortController()
    setProgress(nothing)
    void follow(testSessionId, left.signal, (events) => setProgress((known) => withEvents(known, events)))
    return () => left.abort()
  }, [testSessionId, isUnderWay])
  return progress
}

/** Until nobody looks any more, or the session has ended. */
async function follow(
  testSessionId: string,
  signal: AbortSignal,
  onEvents: (events: readonly SessionEvent[]) => void,
): Promise<void> {
  for (let position = 0; !signal.aborted;) {
    const answer = await readProgress(testSessionId, position, signal).catch(() => null)
    if (signal.aborted || (answer !== null && answer.status !== 'RUNNING')) return
    if (answer !== null) {
      position = answer.position
      if (answer.events.length > 0) onEvents(answer.events)
    }
    await pause(answer === null ? pauseAfterFailureMs : pauseMs, signal)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = after(ms, resolve)
    const end = (): void => {
      cancel()
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })

function withEvents(known: Progress, events: readonly SessionEvent[]): Progress {
  const more = Map.groupBy(events, ({ testSessionResultId }) => testSessionResultId)
  return new Map([...known, ...[...more].map(([id, of]) => [id, [...(known.get(id) ?? []), ...of]] as const)])
}
