import { Suspense } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { lazyOptional } from '../../../ui/lazy-optional.ts'
import { Pane } from '../../../ui/pane.tsx'
import { useSearchState } from '../../../ui/search-state.ts'
import { Loading } from '../../../ui/states.tsx'
import type { Series } from '../api.ts'
import { PhasesChart, phasesOf } from './phases-chart.tsx'
import type { ShownStatistic } from './response-chart.tsx'
import { SeriesTable } from './series-table.tsx'
import type { Limit } from './strip-marks.tsx'
import styles from './times.module.css'

const Chart = lazyOptional(async () => (await import('./response-chart.tsx')).ResponseChart)
const words = lateTexts.series
const statistics = ['p50', 'p95', 'p99', 'max'] as const satisfies readonly ShownStatistic[]

/** Response times and phases as charts, or as one table. */
export function Times({ series, limits }: { readonly series: Series; readonly limits: readonly Limit[] }) {
  const [search, change] = useSearchState()
  const statistic = statistics.find((one) => one === search['stat']) ?? 'p95'
  const isTable = search['view'] === 'table'
  const hasPhases = phasesOf(series).length > 0
  return (
    <Pane title={words.responseTime} end={<Choices statistic={statistic} isTable={isTable} onChange={change} />}>
      {isTable ? (
        <SeriesTable series={series} />
      ) : (
        <div className={hasPhases ? `padx pb ${styles.charts}` : 'padx pb'}>
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
    </Pane>
  )
}

interface ChoicesProps {
  readonly statistic: ShownStatistic
  readonly isTable: boolean
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
}

const Choices = ({ statistic, isTable, onChange }: ChoicesProps) => (
  <div className="end row wrap">
    {!isTable && (
      <Segmented
        isSmall
        label={words.statistic}
        value={statistic}
        options={statistics.map((value) => ({ value, label: value === 'max' ? words.max : value }))}
        onChange={(value) => onChange({ stat: value === 'p95' ? '' : value })}
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
      onChange={(value) => onChange({ view: value === 'table' ? 'table' : '' })}
    />
  </div>
)
