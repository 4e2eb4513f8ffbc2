import { Link, useParams } from '@tanstack/react-router'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBand } from '../../ui/state-band.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { useCancellation, useTestSession } from './api.ts'
import type { TestSession } from './api.ts'
import { ResultTable } from './result-table.tsx'
import { Duration } from './session-parts.tsx'
import { stateOf } from './states.ts'
import { countsOfSession, runsOf } from './runs-of-session.ts'

const words = lateTexts.testSessions
const title = texts.shell.nav.testSessions

/** One session with the results it has so far. */
export function TestSessionScreen() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  return (
    <LoadedPage query={useTestSession(id)} title={words.one} list={{ to: '/test-sessions', title }}>
      {(session) => <LoadedSession session={session} />}
    </LoadedPage>
  )
}

function LoadedSession({ session }: { readonly session: TestSession }) {
  const runs = runsOf(session.results)
  const cancellation = useCancellation()
  const mayCancel = useMay('cancelTestSession') && session.status === 'RUNNING'
  return (
    <Page
      title={session.name}
      crumbs={
        <>
          <Link to="/test-sessions">{title}</Link> /
        </>
      }
      actions={
        mayCancel && (
          <Button
            isBusy={cancellation.isPending}
            onClick={() => cancellation.mutate({ params: { testSessionId: session.testSessionId } })}
          >
            {words.cancel}
          </Button>
        )
      }
    >
      <ErrorNote error={cancellation.error} />
      <StateBand role="status" state={stateOf[session.status]} sentence={words.statuses[session.status]}>
        {countsOfSession(runs)}
      </StateBand>
      <SessionFacts session={session} />
      <ResultTable sessionId={session.testSessionId} runs={runs} />
    </Page>
  )
}

function SessionFacts({ session }: { readonly session: TestSession }) {
  const { startedAt, metadata = {} } = session
  const { environment, branchName, commitId, commitMessage, commitOwner } = metadata
  const revision = [
    { name: words.environment, value: environment, more: '' },
    { name: words.branch, value: branchName, more: '' },
    {
      name: words.commitId,
      value: commitId?.slice(0, 7),
      more: [commitMessage, commitOwner].filter(Boolean).join(', '),
    },
  ]
  return (
    <Facts>
      <Fact name={words.started} value={<Moment at={startedAt} />} />
      <Fact name={words.duration} value={<Duration {...session} />} />
      {revision.map(({ name, value, more }) => value && <Fact key={name} name={name} value={value} more={more} />)}
    </Facts>
  )
}
