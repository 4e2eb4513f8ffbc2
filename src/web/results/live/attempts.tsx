import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { attemptsOf } from './live-steps.ts'
import type { RunEvent } from './live-steps.ts'

interface AttemptsProps {
  readonly events: readonly RunEvent[]
  /** Shows what one attempt does. */
  readonly children: (events: readonly RunEvent[]) => ReactNode
}

/** The attempts of a run under way apart: the latest, and those before it folded. */
export function Attempts({ events, children }: AttemptsProps) {
  const attempts = attemptsOf(events)
  const [number, latest = []] = attempts.at(-1) ?? []
  if (attempts.length < 2) return children(latest)
  return (
    <>
      {attempts.slice(0, -1).map(([earlier, of]) => (
        <details key={earlier}>
          <summary className="dim padx">{lateTexts.result.endedAttempt(earlier)}</summary>
          {children(of)}
        </details>
      ))}
      <p className="label padx">{lateTexts.result.attemptNumber(number ?? 1)}</p>
      {children(latest)}
    </>
  )
}
