import type { ReactNode } from 'react'
import type { TestSessionStatus } from '#contract'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatDuration, formatMs, formatNumber } from '../../ui/format.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import { Since } from '../../ui/time.tsx'
import { outcomeOf, stateOf, stateOfTestResult } from './states.ts'
import type { ListedTestResult } from './api.ts'

const { statuses } = lateTexts.testSessions

interface SessionStatusProps {
  readonly status: TestSessionStatus
  /** Whether a run was degraded. */
  readonly isDegraded: boolean
}

export function SessionStatus({ status, isDegraded }: SessionStatusProps) {
  const state = status === 'PASSED' && isDegraded ? 'DEGRADED' : stateOf[status]
  return (
    <StatusLine className={stateClass[state]}>
      <Glyph state={state} />
      {state === 'DEGRADED' ? texts.common.runState.DEGRADED : statuses[status]}
    </StatusLine>
  )
}

/** A link to another site, or the text alone where there is none. */
export const Outward = ({ to, children }: { readonly to: string | null; readonly children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <a className="link" href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  )

export const ResultStatus = ({ result }: { readonly result: ListedTestResult }) => (
  <StatusLine className={stateClass[stateOfTestResult(result)]}>
    <Glyph state={stateOfTestResult(result)} />
    {outcomeOf(result)}
  </StatusLine>
)

type Counted = Readonly<Record<TestSessionStatus | 'DEGRADED', number>>

/** How many runs have each status, the worst first; passed ones without those that were degraded. */
export const Counts = ({ counts }: { readonly counts: Counted }) => (
  <span className="row wrap gap12">
    {(['FAILED', 'DEGRADED', 'CANCELLED', 'RUNNING', 'PASSED'] as const).map(
      (status) =>
        counts[status] > 0 && (
          <StatusLine key={status} isSmall>
            <Glyph state={status === 'DEGRADED' ? status : stateOf[status]} />
            {formatNumber(counts[status])} {status === 'DEGRADED' ? texts.common.runState.DEGRADED : statuses[status]}
          </StatusLine>
        ),
    )}
  </span>
)

interface Span {
  readonly startedAt: string
  readonly stoppedAt: string | null
}

/** How long it took; counts up until the end. */
export function Duration({ startedAt, stoppedAt }: Span) {
  if (stoppedAt === null) return <Since at={startedAt} />
  const ms = Date.parse(stoppedAt) - Date.parse(startedAt)
  return ms < 1_000 ? formatMs(ms) : formatDuration(ms)
}
