import { Suspense } from 'react'
import { useCheckStatus } from '../../alerting/api.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/field.tsx'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded, Loading } from '../../ui/states.tsx'
import type { Check, CheckRow, Series } from './api.ts'
import { isInTrouble } from './is-in-trouble.ts'
import { SelectedResults } from './selected-results.tsx'
import { AnnotationList } from './series/annotation-marks.tsx'
import { CheckFacts } from './series/check-facts.tsx'
import { LocationsTable } from './series/locations-table.tsx'
import { PhasesChart, phasesOf } from './series/phases-chart.tsx'
import { brushOf, rangeNameOf, rangeNames, searchOfBrush, searchOfRange } from './series/range.ts'
import type { ShownStatistic } from './series/response-chart.tsx'
import { RunStrip } from './series/run-strip.tsx'
import { SeriesTable } from './series/series-table.tsx'
import { formatMetric, sizeOf } from './series/series-words.ts'
import type { Limit } from './series/strip-marks.tsx'
import { formatSpan } from './series/time-axis.tsx'
import { useLimits, useNamed, useSeries } from './series/use-series.ts'
import { Pings } from './pings.tsx'
import { WhyPanel } from './why-panel.tsx'

const Chart = lazyOptional(async () => (await import('./series/response-chart.tsx')).ResponseChart)
const BeforeItBroke = lazyOptional(async () => (await import('./before-it-broke.tsx')).BeforeItBroke)
const words = lateTexts.series
const statistics = ['p50', 'p95', 'p99', 'max'] as const satisfies readonly ShownStatistic[]

/** The runs of a range, a part of it in charts and results, what else happened, and who is notified. */
export function OverviewTab({ check, row }: { readonly check: Check; readonly row: CheckRow | undefined }) {
  const { strip, shown } = useSeries(check.id)
  const locations = shown.data?.locations.length ?? 0
  const limits = useLimits(check)
  return (
    <>
      <Loaded query={strip}>
        {(series) => <Runs check={check} series={series} limits={limits} locations={locations} />}
      </Loaded>
      <div className="split pane">
        <div>
          <Loaded query={shown}>{(series) => <Shown check={check} series={series} limits={limits} />}</Loaded>
        </div>
        <aside aria-label={lateTexts.check.why}>
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

interface PartProps {
  readonly check: Check
  readonly series: Series
  readonly limits: readonly Limit[]
}

function Runs({ check, series: read, limits, locations }: PartProps & { readonly locations: number }) {
  const series = useNamed(read)
  const [search, change] = useSearchState()
  const brush = brushOf(search)
  const isEach = search['each'] === 'true'
  const inBrush = series.buckets.filter(
    ({ at }) => brush && Date.parse(at) < brush.toMs && Date.parse(at) + series.interval * 1000 > brush.fromMs,
  )
  return (
    <section className="padx strip-pane" aria-label={words.runs}>
      <div className="row wrap runs-head">
        <h2>{words.runs}</h2>
        {series.metric && <span className="mute">{words.explained}</span>}
        <div className="end row wrap">
          {brush && (
            <>
              <span className="mute small">
                {words.selected(
                  formatSpan(brush),
                  inBrush.reduce((sum, bucket) => sum + sizeOf(bucket), 0),
                )}
              </span>
              <Button size="small" kind="ghost" onClick={() => change(searchOfBrush(null))}>
                {words.showAll}
              </Button>
            </>
          )}
          <Segmented
            isSmall
            label={words.range}
            value={rangeNameOf(search)}
            options={rangeNames.map((value) => ({ value, label: words.ranges[value] }))}
            onChange={(name) => change(searchOfRange(name))}
          />
          {locations > 1 && (
            <Segmented
              isSmall
              label={words.strip}
              value={isEach ? 'each' : 'worst'}
              options={[
                { value: 'worst', label: words.worst(locations) },
                { value: 'each', label: words.each },
              ]}
              onChange={(value) => change({ each: value === 'each' ? 'true' : '' })}
            />
          )}
        </div>
      </div>
      <RunStrip
        checkId={check.id}
        series={series}
        limits={limits}
        isEach={isEach}
        brush={brush}
        onBrush={(next) => change(searchOfBrush(next))}
      />
    </section>
  )
}

function Shown({ check, series: read, limits }: PartProps) {
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
            <section className="pane" aria-label={words.locations}>
              <div className="pane-h">
                <h2>{words.locations}</h2>
              </div>
              <LocationsTable series={series} />
            </section>
          )}
        </>
      )}
      <section className="pane" aria-label={words.events}>
        <div className="pane-h">
          <h2>{words.events}</h2>
        </div>
        <AnnotationList annotations={series.annotations} />
      </section>
      {series.metric ? (
        <SelectedResults check={check} span={brushOf(search)} range={{ from: series.from, to: series.to }} />
      ) : (
        <Pings checkId={check.id} span={brushOf(search)} />
      )}
    </>
  )
}

/** Response times and phases as charts, or as one table. */
function Times({ series, limits }: Omit<PartProps, 'check'>) {
  const [search, change] = useSearchState()
  const statistic = statistics.find((one) => one === search['stat']) ?? 'p95'
  const isTable = search['view'] === 'table'
  const hasPhases = phasesOf(series).length > 0
  return (
    <section className="pane" aria-label={words.responseTime}>
      <div className="pane-h">
        <h2>{words.responseTime}</h2>
        <div className="end row wrap">
          {!isTable && (
            <Segmented
              isSmall
              label={words.statistic}
              value={statistic}
              options={statistics.map((value) => ({ value, label: value === 'max' ? words.max : value }))}
              onChange={(value) => change({ stat: value === 'p95' ? '' : value })}
            />
          )}
          <Segmented
            isSmall
            label={words.view}
            value={isTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: words.chart },
              { value: 'table', label: words.table },
            ]}
            onChange={(value) => change({ view: value === 'table' ? 'table' : '' })}
          />
        </div>
      </div>
      {isTable ? (
        <SeriesTable series={series} />
      ) : (
        <div className={`padx pb${hasPhases ? ' times' : ''}`}>
          <Suspense fallback={<Loading rows={4} />}>
            <Chart series={series} statistic={statistic} limits={limits} />
          </Suspense>
          {hasPhases && (
            <div>
              <h3>
                {words.phases} <span className="mute">{words.mean}</span>
              </h3>
              <PhasesChart series={series} />
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** Further measurements of this type. */
function Measurements({ series }: { readonly series: Series }) {
  const shown = series.metrics.flatMap((metric, index) => {
    const value = series.total.means[index]
    return metric.isPhase || value === null || value === undefined ? [] : [{ ...metric, value }]
  })
  if (shown.length === 0) return null
  return (
    <section className="pane" aria-label={words.measurements}>
      <div className="pane-h">
        <h2>{words.measurements}</h2>
        <span className="mute">{words.mean}</span>
      </div>
      <dl className="kv padx pb">
        {shown.map(({ name, label, unit, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{formatMetric(value, unit)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
