import type { TestSessionStatus } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { formatDuration, formatMs, formatNumber } from '../../ui/format.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import { Since } from '../../ui/time.tsx'
import { outcomeOf, stateOf, stateOfTestResult } from './states.ts'
import type { ListedTestResult } from './api.ts'

const { statuses } = lateTexts.testSessions

export const SessionStatus = ({ status }: { readonly status: TestSessionStatus }) => (
  <StatusLine className={stateClass[stateOf[status]]}>
    <Glyph state={stateOf[status]} />
    {statuses[status]}
  </StatusLine>
)

export const ResultStatus = ({ result }: { readonly result: ListedTestResult }) => (
  <StatusLine className={stateClass[stateOfTestResult(result)]}>
    <Glyph state={stateOfTestResult(result)} />
    {outcomeOf(result)}
  </StatusLine>
)

/** How many runs have each status, the worst first. */
export const Counts = ({ counts }: { readonly counts: Readonly<Record<TestSessionStatus, number>> }) => (
  <span className="row wrap gap12">
    {(['FAILED', 'CANCELLED', 'RUNNING', 'PASSED'] as const).map(
      (status) =>
        counts[status] > 0 && (
          <StatusLine key={status} isSmall>
            <Glyph state={stateOf[status]} />
            {formatNumber(counts[status])} {statuses[status]}
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
