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
import { useCancellation, usePreviousResults, usePreviousSession, useTestSession } from './api.ts'
import type { TestSession } from './api.ts'
import { ComparedWith } from './compared-with.tsx'
import { compared } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { RerunFailed } from './rerun-failed.tsx'
import { ResultTable } from './result-table.tsx'
import { RunningNow } from './running-now.tsx'
import { commitUrl, pipelineOf } from './revision-links.ts'
import { Duration, Outward } from './session-parts.tsx'
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

const noDifferences: Comparison['differences'] = new Map()

/** A session whose runs passed, some of them degraded, is degraded itself. */
const bandOf = (status: TestSession['status'], degraded: number) =>
  status === 'PASSED' && degraded > 0
    ? ({ state: 'DEGRADED', sentence: texts.common.runState.DEGRADED } as const)
    : { state: stateOf[status], sentence: words.statuses[status] }

function LoadedSession({ session }: { readonly session: TestSession }) {
  const runs = runsOf(session.results)
  const cancellation = useCancellation()
  const degraded = runs.filter(({ result }) => result.isDegraded).length
  const previous = usePreviousSession(session, runs.length)
  const before = usePreviousResults(previous?.id ?? null)
  const comparison = before && compared(runs, runsOf(before))
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
        <>
          <RerunFailed session={session} runs={runs} />
          {mayCancel && (
            <Button
              isBusy={cancellation.isPending}
              onClick={() => cancellation.mutate({ params: { testSessionId: session.testSessionId } })}
            >
              {words.cancel}
            </Button>
          )}
        </>
      }
    >
      <ErrorNote error={cancellation.error} />
      <StateBand role="status" {...bandOf(session.status, degraded)}>
        {countsOfSession(runs)}
      </StateBand>
      <SessionFacts session={session} />
      {previous && comparison && (
        <ComparedWith previous={previous} comparison={comparison} isRunning={session.status === 'RUNNING'} />
      )}
      <RunningNow sessionId={session.testSessionId} runs={runs} />
      <ResultTable
        sessionId={session.testSessionId}
        runs={runs}
        differences={comparison?.differences ?? noDifferences}
      />
    </Page>
  )
}

function SessionFacts({ session }: { readonly session: TestSession }) {
  const { startedAt, metadata = {} } = session
  const { environment, branchName, commitId, commitMessage, commitOwner } = metadata
  const pipeline = pipelineOf(metadata)
  const revision = [
    { name: words.environment, value: environment, url: null, more: '' },
    { name: words.branch, value: branchName, url: null, more: '' },
    {
      name: words.commitId,
      value: commitId?.slice(0, 7),
      url: commitUrl(metadata),
      more: [commitMessage, commitOwner].filter(Boolean).join(', '),
    },
    {
      name: words.pipeline,
      value: pipeline && (pipeline.name ?? words.openPipeline),
      url: pipeline?.url ?? null,
      more: '',
    },
  ]
  return (
    <Facts>
      <Fact name={words.started} value={<Moment at={startedAt} />} />
      <Fact name={words.duration} value={<Duration {...session} />} />
      {revision.map(
        ({ name, value, url, more }) =>
          value && <Fact key={name} name={name} value={<Outward to={url}>{value}</Outward>} more={more} />,
      )}
    </Facts>
  )
}
