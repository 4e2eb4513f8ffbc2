import { Suspense } from 'react'
import { useCheckStatus } from '../../alerting/api.ts'
import { StateExplanation } from '../../alerting/explanation/state-explanation.tsx'
import { lateTexts } from '../../strings/late.ts'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { Pane } from '../../ui/pane.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import type { Check, CheckWithRow, Series } from './api.ts'
import { Certificates } from './certificates.tsx'
import { HeartbeatPane } from './heartbeat/heartbeat-pane.tsx'
import { isInTrouble } from './is-in-trouble.ts'
import { Pings } from './pings.tsx'
import { SelectedResults } from './selected-results.tsx'
import { AnnotationList } from './series/annotation-marks.tsx'
import { CheckFacts } from './series/check-facts.tsx'
import { LocationsTable } from './series/locations-table.tsx'
import { Measurements } from './series/measurements.tsx'
import { brushOf } from './series/range.ts'
import { RunsPane } from './series/runs-pane.tsx'
import { sizeOf } from './series/series-words.ts'
import type { Limit } from './series/strip-marks.tsx'
import { Times } from './series/times.tsx'
import { useLimits, useNamed, useSeries } from './series/use-series.ts'
import { WhyPanel } from './why-panel.tsx'

const BeforeItBroke = lazyOptional(async () => (await import('./before-it-broke.tsx')).BeforeItBroke)
const words = lateTexts.series

/** The runs of a range, a part of it in charts and results, what else happened, and who is notified. */
export function OverviewTab({ check, row }: CheckWithRow) {
  const { strip, shown } = useSeries(check)
  const locations = shown.data?.locations.length ?? 0
  const limits = useLimits(check)
  return (
    <>
      {check.heartbeat && <HeartbeatPane check={check} />}
      <Loaded query={strip}>
        {(series) => <RunsPane check={check} series={series} limits={limits} locations={locations} />}
      </Loaded>
      <div className="split pane">
        <div>
          <Loaded query={shown}>{(series) => <Shown check={check} series={series} limits={limits} />}</Loaded>
        </div>
        <aside aria-label={lateTexts.check.why}>
          {row && <StateExplanation key={row.state} checkId={check.id} state={row.state} />}
          <WhyPanel check={check} />
          {row?.since && isInTrouble(row.state) && (
            <Suspense fallback={null}>
              <BeforeItBroke checkId={check.id} since={row.since} />
            </Suspense>
          )}
        </aside>
      </div>
    </>
  )
}

interface ShownProps {
  readonly check: Check
  readonly series: Series
  readonly limits: readonly Limit[]
}

function Shown({ check, series: read, limits }: ShownProps) {
  const series = useNamed(read)
  const [search] = useSearchState()
  const days = useCheckStatus(check.id)?.sslDaysRemaining ?? null
  return (
    <>
      <CheckFacts series={series} checkId={check.id} days={days} />
      {sizeOf(series.total) === 0 ? (
        <Empty title={words.noResults}>{words.noResultsText}</Empty>
      ) : (
        <>
          {series.metric && <Times series={series} limits={limits} />}
          <Measurements series={series} />
          {series.locations.length > 0 && (
            <Pane title={words.locations}>
              <LocationsTable series={series} />
            </Pane>
          )}
          {series.metric && <Certificates checkId={check.id} />}
        </>
      )}
      <Pane title={words.events}>
        <AnnotationList annotations={series.annotations} />
      </Pane>
      {series.metric ? (
        <SelectedResults check={check} span={brushOf(search)} range={{ from: series.from, to: series.to }} />
      ) : (
        <Pings checkId={check.id} span={brushOf(search)} />
      )}
    </>
  )
}
