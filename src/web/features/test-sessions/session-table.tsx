import { Link } from '@tanstack/react-router'
import { PlaceName } from '../../places/place-name.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time.tsx'
import { useProjectNames } from './api.ts'
import type { ListedTestSession } from './api.ts'
import { commitUrl } from './revision-links.ts'
import { Counts, Duration, Outward, SessionStatus } from './session-parts.tsx'
import styles from './test-sessions.module.css'

const words = lateTexts.testSessions
const shownDigits = 7

export function SessionTable({ sessions }: { readonly sessions: readonly ListedTestSession[] }) {
  const projects = useProjectNames()
  return (
    <Table isStacked className={styles.sessions}>
      <thead>
        <tr>
          <th scope="col">{words.session}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.checks}</th>
          <th scope="col">{words.commit}</th>
          <th scope="col">{words.location}</th>
          <th scope="col">{words.by}</th>
          <th scope="col" className="num">
            {words.duration}
          </th>
          <th scope="col" className="num">
            {words.started}
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <Row key={session.id} session={session} project={projects.get(session.projectId ?? '')} />
        ))}
      </tbody>
    </Table>
  )
}

interface RowProps {
  readonly session: ListedTestSession
  readonly project: string | undefined
}

const Row = ({ session, project }: RowProps) => (
  <tr>
    <td>
      <Link className="quiet" to="/test-sessions/$id" params={{ id: session.id }}>
        <b>{session.name}</b>
      </Link>
      {project !== undefined && project !== session.name && <div className="mute small">{project}</div>}
    </td>
    <td>
      <SessionStatus status={session.status} isDegraded={(session.degraded ?? []).length > 0} />
    </td>
    <td className="dim">
      <Counts counts={countsOf(session)} />
    </td>
    <td className="dim">
      <Revision session={session} />
    </td>
    <td className="dim">
      <PlaceName of={session.region} />
    </td>
    <td className="dim">{[words.providers[session.provider], session.invoker?.name].filter(Boolean).join(', ')}</td>
    <td className="num">
      <Duration {...session} />
    </td>
    <td className="num">
      <Moment at={session.startedAt} />
    </td>
  </tr>
)

const countsOf = ({ running, passed, degraded = [], failed, cancelled }: ListedTestSession) => ({
  RUNNING: running.length,
  PASSED: passed.length - degraded.length,
  DEGRADED: degraded.length,
  FAILED: failed.length,
  CANCELLED: cancelled.length,
})

/** The tested branch, commit and environment, as far as the session names them. */
function Revision({ session }: Pick<RowProps, 'session'>) {
  const { branchName, commitId, commitMessage, environment } = session
  const revision = [branchName, commitId?.slice(0, shownDigits)].filter(Boolean).join(' ')
  return (
    <>
      {revision !== '' && (
        <span className="mono small anywhere" title={commitMessage ?? undefined}>
          <Outward to={commitUrl(session)}>{revision}</Outward>
        </span>
      )}
      {environment !== null && <div className="mute small">{environment}</div>}
    </>
  )
}
