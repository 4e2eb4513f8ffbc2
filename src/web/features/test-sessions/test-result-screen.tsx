import { Link, useParams } from '@tanstack/react-router'
import { usePlaces } from '../../places/use-places.ts'
import { OpenTrace } from '../../results/open-file.tsx'
import { LiveRun } from '../../results/live/live-run.tsx'
import { useProgress } from '../../results/live/use-progress.ts'
import { outcomeTexts } from '../../results/outcome-texts.ts'
import { detailOf, reasonOf } from '../../results/reason.ts'
import { ResultPanes } from '../../results/result-panes.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatMs } from '../../ui/format.ts'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBand } from '../../ui/state-band.tsx'
import { Moment } from '../../ui/time.tsx'
import { readProgress, useIsSaved, useTestAssets, useTestResult, useTestSession } from './api.ts'
import type { TestResult } from './api.ts'
import { isUnderWay } from './runs-of-session.ts'
import { isWaiting, outcomeOf, stateOfTestResult } from './states.ts'

const words = lateTexts.testSessions

/** One result of a session: what the run found, its log and its files. */
export function TestResultScreen() {
  const { id, resultId } = useParams({ strict: false }) as { readonly id: string; readonly resultId: string }
  const result = useTestResult(id, resultId)
  return (
    <LoadedPage query={result} title={words.result} list={{ to: `/test-sessions/${id}`, title: words.one }}>
      {(data) => <LoadedResult key={data.id} sessionId={id} result={data} />}
    </LoadedPage>
  )
}

interface LoadedResultProps {
  readonly sessionId: string
  readonly result: TestResult
}

function LoadedResult({ sessionId, result }: LoadedResultProps) {
  const assets = useTestAssets(sessionId, result.id)
  const session = useTestSession(sessionId).data?.name ?? words.one
  const isSaved = useIsSaved(result.checkId)
  const detail = detailOf(result)
  return (
    <Page
      title={result.name}
      crumbs={
        <>
          <Link to="/test-sessions">{texts.shell.nav.testSessions}</Link> /{' '}
          <Link to="/test-sessions/$id" params={{ id: sessionId }}>
            {session}
          </Link>{' '}
          /
        </>
      }
      actions={
        <>
          <OpenTrace assets={assets} detail={detail} />
          {isSaved && result.checkId !== null && (
            <Button asChild>
              <Link to="/checks/$id" params={{ id: result.checkId }}>
                {words.openCheck}
              </Link>
            </Button>
          )}
        </>
      }
    >
      <Outcome result={result} />
      <ResultFacts result={result} />
      {isUnderWay(result) ? (
        <Live sessionId={sessionId} resultId={result.id} />
      ) : (
        <ResultPanes assets={assets} detail={detail} />
      )}
    </Page>
  )
}

/** The steps and the log of a run under way. */
const Live = ({ sessionId, resultId }: { readonly sessionId: string; readonly resultId: string }) => (
  <LiveRun events={useProgress(sessionId, readProgress).get(resultId) ?? []} />
)

function Outcome({ result }: Pick<LoadedResultProps, 'result'>) {
  const { nameOf } = usePlaces()
  const state = stateOfTestResult(result)
  const reason = (result.scheduleError ?? reasonOf(result))?.split('\n', 1)[0]
  const running = isWaiting(result) ? words.waitingText : words.running
  const sentence = result.status === 'RUNNING' ? running : reason ? reasonText(reason) : outcomeTexts[state]
  return (
    <StateBand
      role="status"
      state={state}
      sentence={lateTexts.result.outcomeIn(outcomeOf(result), nameOf(result.runLocation))}
    >
      {sentence && <span className="anywhere">{sentence}</span>}
    </StateBand>
  )
}

const ResultFacts = ({ result }: Pick<LoadedResultProps, 'result'>) => (
  <Facts>
    {result.startedAt !== null && <Fact name={words.started} value={<Moment at={result.startedAt} />} />}
    <Fact name={words.type} value={texts.checks.types[result.checkType]} />
    <Fact name={words.responseTime} value={formatMs(result.responseTime)} />
    {result.attempts > 0 && <Fact name={lateTexts.result.attempt} value={String(result.attempts)} />}
  </Facts>
)
