import { Link } from '@tanstack/react-router'
import { PlaceName } from '../../places/place-name.tsx'
import { LatestSteps } from '../../results/live/latest-steps.tsx'
import { useProgress } from '../../results/live/use-progress.ts'
import type { Progress } from '../../results/live/use-progress.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatNumber } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Since } from '../../ui/time.tsx'
import { readProgress } from './api.ts'
import { isUnderWay } from './runs-of-session.ts'
import type { SessionRun } from './runs-of-session.ts'
import styles from './test-sessions.module.css'

const words = lateTexts.testSessions
/** Further ones have their rows among the results. */
const mostRuns = 20

interface RunningNowProps {
  readonly sessionId: string
  readonly runs: readonly SessionRun[]
}

/** The runs under way, the oldest first, each with what it does. */
export function RunningNow({ sessionId, runs }: RunningNowProps) {
  const running = runs.filter(({ result }) => isUnderWay(result))
  const progress = useProgress(running.length > 0 ? sessionId : null, readProgress)
  if (running.length === 0) return null
  const shown = running.toSorted((a, b) => startOf(a) - startOf(b)).slice(0, mostRuns)
  return (
    <Pane title={words.runningNow} more={formatNumber(running.length)}>
      <ul className={styles.running}>
        {shown.map((run) => (
          <Running key={run.result.testSessionResultId} sessionId={sessionId} run={run} progress={progress} />
        ))}
      </ul>
      {running.length > shown.length && <p className="mute padx">{words.moreRunning(running.length - shown.length)}</p>}
    </Pane>
  )
}

const startOf = ({ result }: SessionRun): number => Date.parse(result.startedAt ?? '')

interface RunningProps {
  readonly sessionId: string
  readonly run: SessionRun
  readonly progress: Progress
}

const Running = ({ sessionId, run: { result, attempts }, progress }: RunningProps) => (
  <li>
    <div className="row wrap padx">
      <Glyph state="PENDING" />
      <Link
        className="quiet"
        to="/test-sessions/$id/results/$resultId"
        params={{ id: sessionId, resultId: result.testSessionResultId }}
      >
        <b>{result.name}</b>
      </Link>
      <span className="dim grow">
        {texts.checks.types[result.checkType]}, <PlaceName of={result.runLocation} />
        {attempts.length > 1 && `, ${words.attemptNumber(attempts.length)}`}
      </span>
      {result.startedAt !== null && (
        <span className="dim">
          <Since at={result.startedAt} />
        </span>
      )}
    </div>
    <LatestSteps events={progress.get(result.testSessionResultId) ?? []} />
  </li>
)
