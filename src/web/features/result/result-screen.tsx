import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { isTyping } from '../../shell/use-keys.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { formatMs } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { detailOf, reasonOf } from '../results/reason.ts'
import { stateOfResult, tickQuery } from '../results/ticks.ts'
import { Analysis } from './analysis.tsx'
import { Assertions } from './assertions.tsx'
import { Details } from './details.tsx'
import { Difference } from './difference/difference.tsx'
import { Exchange } from './exchange.tsx'
import { Found } from './found/found.tsx'
import { Files } from './files.tsx'
import { OpenTrace } from './open-file.tsx'
import { RunLog } from './run-log.tsx'
import { ScriptResult } from './script/script-result.tsx'
import { SuiteResult } from './suite/suite-result.tsx'
import { Timing } from './timing.tsx'

const words = texts.result
export type Result = Answer<'getCheckResult'>

const sentences: Readonly<Record<State, string>> = {
  PASSING: words.passed,
  DEGRADED: words.degraded,
  FAILING: words.failed,
  UNKNOWN: words.unknown,
  PAUSED: words.cancelled,
  PENDING: words.cancelled,
}

/** Why a run ended as it did, and how it differed from the last one that passed. */
export function ResultScreen() {
  const { id, resultId } = useParams({ strict: false }) as { readonly id: string; readonly resultId: string }
  const result = useOperation(
    'getCheckResult',
    { params: { checkId: id, checkResultId: resultId } },
    { staleMs: 600_000 },
  )
  return <Loaded query={result}>{(data) => <LoadedResult key={data.id} result={data} />}</Loaded>
}

function LoadedResult({ result }: { readonly result: Result }) {
  const { checkId, name, startedAt, created_at, runLocation, responseTime, attempts } = result
  const state = stateOfResult(result)
  const detail = detailOf(result)
  const lastGood = useLastGood(result, state === 'FAILING' || state === 'DEGRADED')
  const goodDetail = lastGood && detailOf(lastGood)
  return (
    <Page
      title={`${words.title}: ${name}`}
      crumbs={
        <>
          <Link to="/checks/$id" params={{ id: checkId }}>
            {name}
          </Link>{' '}
          /
        </>
      }
      actions={
        <>
          <OpenTrace result={result} />
          <Neighbours result={result} />
        </>
      }
    >
      <section className={`band ${{ FAILING: 'fail', DEGRADED: 'deg', PASSING: 'pass' }[state as string] ?? ''}`}>
        <Glyph state={state} />
        <h2 className="say">
          {reasonOf(result)?.split('\n', 1)[0] ?? (result.overMaxResponseTime ? words.overLimit : sentences[state])}
        </h2>
      </section>
      <div className="facts">
        <Fact name={words.at} value={<Moment at={startedAt ?? created_at} />} />
        <Fact name={words.location} value={runLocation} />
        <Fact name={words.responseTime} value={formatMs(responseTime)} />
        <Fact name={words.attempt} value={String(attempts)} />
      </div>
      <ScriptResult result={result} detail={detail} />
      <SuiteResult result={result} detail={detail} />
      <Assertions detail={detail} />
      <Found detail={detail} />
      <Analysis result={result} />
      <Timing detail={detail} lastGood={goodDetail} />
      <Difference result={result} lastGood={lastGood} />
      <Exchange detail={detail} />
      <RunLog detail={detail} />
      <Files result={result} />
      <Details detail={detail} />
    </Page>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: React.ReactNode }) => (
  <div>
    <div className="k">{name}</div>
    <div className="v">{value}</div>
  </div>
)

/** The last run of the same location that passed, of those before this one. */
function useLastGood({ checkId, runLocation, created_at }: Result, isWanted: boolean): Result | null {
  const to = Math.floor(Date.parse(created_at) / 1000)
  const list = useOperation(
    'listCheckResultsV2',
    {
      params: { checkId },
      query: {
        ...tickQuery(1),
        location: runLocation,
        hasFailures: false,
        to: String(to),
        from: String(to - 30 * 86_400),
      },
    },
    { enabled: isWanted, staleMs: 600_000 },
  )
  const found = list.data?.entries[0]?.id
  const good = useOperation(
    'getCheckResult',
    { params: { checkId, checkResultId: found ?? '' } },
    { enabled: found !== undefined, staleMs: 600_000 },
  )
  return good.data ?? null
}

const around = 100

/** The results before and after this one, among the latest hundred around it. */
function Neighbours({ result: { id, checkId } }: { readonly result: Result }) {
  const list = useOperation('listCheckResultsV2', { params: { checkId }, query: tickQuery(around) })
  const entries = list.data?.entries ?? []
  const at = entries.findIndex((entry) => entry.id === id)
  const [next, previous] = at < 0 ? [] : [entries[at - 1]?.id, entries[at + 1]?.id]
  useNeighbourKeys(checkId, { j: next, k: previous })
  return (
    <>
      <NeighbourLink
        checkId={checkId}
        resultId={previous}
        label={words.previous}
        icon={<ChevronLeft className="ic" aria-hidden="true" />}
      />
      <NeighbourLink
        checkId={checkId}
        resultId={next}
        label={words.next}
        icon={<ChevronRight className="ic" aria-hidden="true" />}
      />
    </>
  )
}

/** Newer and older results by key, as rows of lists. */
function useNeighbourKeys(checkId: string, results: Readonly<Record<string, string | undefined>>): void {
  const navigate = useNavigate()
  const latest = useRef(results)
  latest.current = results
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const resultId = latest.current[event.key]
      if (resultId === undefined) return
      event.preventDefault()
      void navigate({ to: '/checks/$id/results/$resultId', params: { id: checkId, resultId } })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [checkId, navigate])
}

const NeighbourLink = ({
  checkId,
  resultId,
  label,
  icon,
}: {
  readonly checkId: string
  readonly resultId: string | undefined
  readonly label: string
  readonly icon: React.ReactNode
}) =>
  resultId === undefined ? null : (
    <Button isIcon asChild aria-label={label} title={label}>
      <Link to="/checks/$id/results/$resultId" params={{ id: checkId, resultId }}>
        {icon}
      </Link>
    </Button>
  )
