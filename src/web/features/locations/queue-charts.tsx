import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { lateTexts } from '../../strings/late.ts'
import { formatClock, formatMinute, formatDuration, formatNumber } from '../../ui/format.ts'
import { resolvedColour } from '../../ui/resolved-colour.ts'
import type { Queue } from './queue.ts'
import styles from '../../ui/chart.module.css'

const words = lateTexts.setup.locations
const height = 120

/** How many runs waited, and how long the oldest of them had, minute by minute. */
export const QueueCharts = ({ queue }: { readonly queue: Queue }) => (
  <section className="pane" aria-label={words.queueChart}>
    <div className="cols c2">
      <Chart queue={queue} values={queue.waiting} title={words.waitingRuns} format={formatNumber} />
      <Chart queue={queue} values={queue.oldestMs} title={words.oldestWait} format={formatDuration} />
    </div>
  </section>
)

interface ChartProps {
  readonly queue: Queue
  readonly values: readonly number[]
  readonly title: string
  readonly format: (value: number) => string
}

function Chart({ queue: { times }, values, title, format }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = holder
    if (current === null) return undefined
    const axis = {
      stroke: resolvedColour(current, 'ink-3'),
      grid: { stroke: resolvedColour(current, 'line'), width: 1 },
      ticks: { show: false },
    }
    const plot = new uPlot(
      {
        width: current.clientWidth,
        height,
        scales: { x: { time: true }, y: { range: (_plot, _low, high) => [0, Math.max(1, high) * 1.1] } },
        axes: [
          { ...axis, space: 72, values: (_plot, at) => at.map((one) => formatMinute(one * 1000)) },
          // Whole numbers only: there is no half of a run.
          { ...axis, size: 56, incrs: steps, values: (_plot, at) => at.map(format) },
        ],
        series: [
          { label: lateTexts.series.time, value: (_plot, at) => (at === null ? '–' : formatClock(at * 1000)) },
          {
            label: title,
            stroke: resolvedColour(current, 's1'),
            width: 1.5,
            points: { show: false },
            value: (_plot, value) => (value === null ? '–' : format(value)),
          },
        ],
      },
      [[...times], [...values]],
      current,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height }))
    observer.observe(current)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, values, title, format])
  return (
    <div className="pad">
      <div className="row">
        <h2>{title}</h2>
        <span className="mute">{words.lastHour}</span>
      </div>
      <div
        ref={holder}
        className={`${styles.chart} ${styles.low} mt8`}
        role="img"
        aria-label={`${title}: ${words.most(format(Math.max(...values)))}`}
      />
    </div>
  )
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000]
