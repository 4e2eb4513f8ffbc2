import { Link, useParams } from '@tanstack/react-router'
import { useAssets, useResult } from '../../results/api.ts'
import type { Result } from '../../results/api.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { momentOf } from '../../ui/time.tsx'
import { outcomeTexts } from '../../results/outcome-texts.ts'
import { RunProgress } from '../../results/run-progress.tsx'
import { useRunNow } from '../../results/use-run-now.ts'
import { detailOf, reasonOf } from '../../results/reason.ts'
import { stateOfResult } from '../../results/state-of-result.ts'
import { Analysis } from './analysis.tsx'
import { Difference } from './difference/difference.tsx'
import { NeighbourLinks, useLastPassing, useNeighbours } from './neighbours.tsx'
import { OpenTrace } from '../../results/open-file.tsx'
import { ResultActions } from './result-actions.tsx'
import { ResultFacts } from './result-facts.tsx'
import { ThisFailure } from './this-failure.tsx'
import { usePlaces } from '../../places/use-places.ts'
import { ResultPanes } from '../../results/result-panes.tsx'
import { WhatChanged } from './what-changed.tsx'
import { StateBand } from '../../ui/state-band.tsx'
import { reasonText } from '../../strings/reason-text.ts'

const words = lateTexts.result

const outcomes = texts.common.runState

/** Why a run ended as it did, and how it differed from the last one that passed. */
export function ResultScreen() {
  const { id, resultId } = useParams({ strict: false }) as { readonly id: string; readonly resultId: string }
  const result = useResult(id, resultId)
  return (
    <LoadedPage query={result} title={words.one} list={{ to: `/checks/${id}`, title: lateTexts.audit.types.CHECK }}>
      {(data) => <LoadedResult key={data.id} result={data} />}
    </LoadedPage>
  )
}

function LoadedResult({ result }: { readonly result: Result }) {
  const { checkId, name, startedAt, created_at, runLocation } = result
  const state = stateOfResult(result)
  const at = startedAt ?? created_at
  const detail = detailOf(result)
  const assets = useAssets(result)
  const neighbours = useNeighbours(result)
  const { nameOf } = usePlaces()
  const lastGood = useLastPassing(result, state === 'FAILING' || state === 'DEGRADED' ? neighbours : undefined)
  const { run, start, close } = useRunNow(checkId)
  const sentence =
    reasonOf(result)?.split('\n', 1)[0] ?? (result.overMaxResponseTime ? words.overLimit : outcomeTexts[state])
  return (
    <Page
      title={words.runOf(momentOf(at))}
      crumbs={
        <>
          <Link to="/checks">{lateTexts.check.checks}</Link> /{' '}
          <Link to="/checks/$id" params={{ id: checkId }}>
            {name}
          </Link>{' '}
          /
        </>
      }
      actions={
        <>
          <OpenTrace assets={assets} detail={detail} />
          <CompareGolden result={result} assets={assets} />
          <NeighbourLinks result={result} neighbours={neighbours} />
          <ResultActions
            check={{ id: checkId, name }}
            detail={detail}
            onRun={start}
            isRunning={run?.step === 'running'}
          />
        </>
      }
    >
      <StateBand
        state={state}
        sentence={runLocation ? words.outcomeIn(outcomes[state], nameOf(runLocation)) : outcomes[state]}
      >
        {sentence && <span className="anywhere">{reasonText(sentence)}</span>}
      </StateBand>
      {run && <RunProgress run={run} onClose={close} />}
      <WhatChanged result={result} />
      <ResultFacts result={result} detail={detail} neighbours={neighbours} />
      <ResultPanes
        assets={assets}
        detail={detail}
        lastGood={lastGood}
        causes={
          <>
            <Analysis result={result} />
            <ThisFailure result={result} />
          </>
        }
        difference={<Difference result={result} lastGood={lastGood} />}
      />
    </Page>
  )
}

/** Leads to what differs from golden files, where a comparison of the script failed. */
function CompareGolden({ result, assets }: { readonly result: Result; readonly assets: ReturnType<typeof useAssets> }) {
  if (!assets.some(({ name }) => /-actual\.[^.]+$/.test(name))) return null
  return (
    <Button asChild>
      <Link to="/golden-files/$id" params={{ id: result.checkId }} search={{ result: result.id }}>
        {lateTexts.goldenFiles.compare}
      </Link>
    </Button>
  )
}
