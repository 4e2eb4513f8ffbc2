import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Moment } from '../../ui/time.tsx'
import type { ListedTestSession } from './api.ts'
import type { Comparison } from './comparison.ts'

const words = lateTexts.testSessions

interface ComparedWithProps {
  readonly previous: ListedTestSession
  readonly comparison: Comparison
  readonly isRunning: boolean
}

/** The changes since the previous session of the branch. */
export function ComparedWith({ previous, comparison: { counts, missing }, isRunning }: ComparedWithProps) {
  const { id, name, commitId, startedAt } = previous
  const changes = [
    ...counts.map(([change, count]) => words.changed[change](count)),
    ...(missing > 0 ? [words.missing(missing)] : []),
  ]
  return (
    <p className="pad rule">
      <span className="label">{words.compared}</span>{' '}
      <Link className="link" to="/test-sessions/$id" params={{ id }}>
        {name}
      </Link>{' '}
      <span className="mute small">
        {commitId !== null && <span className="mono">{commitId.slice(0, 7)}, </span>}
        <Moment at={startedAt} />
      </span>
      : {changes.join(', ') || (isRunning ? words.unchangedSoFar : words.unchanged)}
    </p>
  )
}
