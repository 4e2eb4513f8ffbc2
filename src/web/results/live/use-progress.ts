import { useEffect, useState } from 'react'
import { after } from '../../time/page-time.ts'
import type { RunEvent } from './live-steps.ts'

/** The events of runs under way, by what tells the runs of a session apart. */
export type Progress = ReadonlyMap<string, readonly RunEvent[]>

/** The events behind a position, as soon as there are some. */
interface Part {
  readonly isUnderWay: boolean
  readonly position: number
  readonly events: readonly (readonly [run: string, event: RunEvent])[]
}

/** Reads the next part of the events of a session; rejects where it cannot be read. */
export type ReadPart = (sessionId: string, position: number, signal: AbortSignal) => Promise<Part>

const nothing: Progress = new Map()
/** However many runs report, nobody reads faster. */
const pauseMs = 1_000
const pauseAfterFailureMs = 10_000

/** Follows the runs of a session until it ends; null asks nothing. */
export function useProgress(sessionId: string | null, read: ReadPart): Progress {
  const [progress, setProgress] = useState(nothing)
  useEffect(() => {
    if (sessionId === null) return
    const left = new AbortController()
    setProgress(nothing)
    const next = (position: number) => read(sessionId, position, left.signal)
    void follow(next, left.signal, (events) => setProgress((known) => withEvents(known, events)))
    return () => left.abort()
    // What reads is the same function for all sessions of a kind.
  }, [sessionId])
  return progress
}

/** Until nobody looks any more, or the session has ended. */
async function follow(
  next: (position: number) => Promise<Part>,
  signal: AbortSignal,
  onEvents: (events: Part['events']) => void,
): Promise<void> {
  for (let position = 0; !signal.aborted;) {
    const part = await next(position).catch(() => null)
    if (signal.aborted || (part !== null && !part.isUnderWay)) return
    if (part !== null) {
      position = part.position
      if (part.events.length > 0) onEvents(part.events)
    }
    await pause(part === null ? pauseAfterFailureMs : pauseMs, signal)
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

function withEvents(known: Progress, events: Part['events']): Progress {
  const more = Map.groupBy(events, ([run]) => run)
  return new Map([
    ...known,
    ...[...more].map(([run, of]) => [run, [...(known.get(run) ?? []), ...of.map(([, event]) => event)]] as const),
  ])
}
