import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useSearchState } from '../../../ui/search-state.ts'
import type { Check, Series } from '../api.ts'
import { brushOf, rangeNameOf, rangeNames, searchOfBrush, searchOfRange, usualRange } from './range.ts'
import type { TimeSpan } from './range.ts'
import { RunStrip } from './run-strip.tsx'
import { sizeOf } from './series-words.ts'
import type { Limit } from './strip-marks.tsx'
import { formatSpan } from './time-axis.tsx'
import { useNamed } from './use-series.ts'
import styles from './runs-pane.module.css'

const words = lateTexts.series

interface RunsProps {
  readonly check: Check
  readonly series: Series
  readonly limits: readonly Limit[]
  /** How many locations the check runs in. */
  readonly locations: number
}

/** The runs of a range, of all locations or of each, with the part of it that is selected. */
export function RunsPane({ check, series: read, limits, locations }: RunsProps) {
  const series = useNamed(read)
  const [search, change] = useSearchState()
  const brush = brushOf(search)
  const usual = usualRange(check)
  const isEach = search['each'] === 'true'
  return (
    <section className={`padx ${styles.pane}`} aria-label={words.runs}>
      <div className={`row wrap ${styles.head}`}>
        <h2>{words.runs}</h2>
        {series.metric && <span className="mute">{words.explained}</span>}
        <div className="end row wrap">
          {brush && <Selection series={series} brush={brush} onClear={() => change(searchOfBrush(null))} />}
          <Segmented
            isSmall
            label={words.range}
            value={rangeNameOf(search, usual)}
            options={rangeNames.map((value) => ({ value, label: words.ranges[value] }))}
            onChange={(name) => change(searchOfRange(name, usual))}
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

interface SelectionProps {
  readonly series: Series
  readonly brush: TimeSpan
  readonly onClear: () => void
}

/** The selected span, and the number of runs in it. */
function Selection({ series, brush, onClear }: SelectionProps) {
  const inBrush = series.buckets.filter(
    ({ at }) => Date.parse(at) < brush.toMs && Date.parse(at) + series.interval * 1000 > brush.fromMs,
  )
  const count = inBrush.reduce((sum, bucket) => sum + sizeOf(bucket), 0)
  return (
    <>
      <span className="mute small">{words.selected(formatSpan(brush), count)}</span>
      <Button size="small" kind="ghost" onClick={onClear}>
        {words.showAll}
      </Button>
    </>
  )
}
