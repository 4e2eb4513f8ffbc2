import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Answer } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { formatAxisTime, formatMs } from '../../ui/format.ts'
import { stateOfResult } from '../results/ticks.ts'

type Entries = Answer<'listCheckResultsV2'>['entries']

interface ChartProps {
  /** The oldest first. */
  readonly entries: Entries
  /** Milliseconds; null: no limit. */
  readonly degraded: number | null
  readonly failing: number | null
}

const height = 180
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3]]

/** Response times by location, with the limits that are near them. */
export function ResponseChart({ entries, degraded, failing }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = holder
    if (current === null) return undefined
    const colour = (name: string): string => resolved(current, `var(--c-${name})`)
    const locations = [...new Set(entries.map(({ runLocation }) => runLocation ?? ''))].toSorted()
    const times = entries.map(({ startedAt, created_at }) => Date.parse(startedAt ?? created_at ?? '') / 1000)
    const series = locations.map((location) =>
      entries.map((entry) =>
        entry.runLocation === location && stateOfResult(entry) !== 'UNKNOWN' ? (entry.responseTime ?? null) : null,
      ),
    )
    const highest = Math.max(...entries.map(({ responseTime }) => responseTime ?? 0))
    const limits = [degraded, failing].filter((limit): limit is number => limit !== null && limit < highest * 3)
    const plot = new uPlot(
      {
        width: current.clientWidth,
        height,
        scales: { x: { time: true }, y: { range: (_plot, _min, max) => [0, Math.max(max, ...limits) * 1.05 || 1] } },
        axes: [
          {
            stroke: colour('ink-3'),
            grid: { stroke: colour('line'), width: 1 },
            ticks: { show: false },
            values: (_plot, values) => values.map((value) => formatAxisTime(value).slice(0, 5)),
          },
          {
            stroke: colour('ink-3'),
            grid: { stroke: colour('line'), width: 1 },
            ticks: { show: false },
            size: 64,
            values: (_plot, values) => values.map((value) => formatMs(value)),
          },
        ],
        series: [
          { label: texts.check.time, value: (_plot, value) => (value === null ? '–' : formatAxisTime(value)) },
          ...locations.map((location, index) => ({
            label: location,
            stroke: colour(`s${(index % 5) + 1}`),
            width: 1.5,
            spanGaps: true,
            dash: dashes[index % dashes.length] ?? [],
            value: (_plot: uPlot, value: number | null) => formatMs(value),
          })),
        ],
        hooks: { draw: [(drawn) => drawLimits(drawn, limits, colour('deg-mark'))] },
      },
      [times, ...series],
      current,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height }))
    observer.observe(current)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [entries, degraded, failing])
  return <div ref={holder} className="chart" role="img" aria-label={texts.check.responseTimes} />
}

function drawLimits(plot: uPlot, limits: readonly number[], stroke: string): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.setLineDash([4, 3])
  for (const limit of limits) {
    const y = plot.valToPos(limit, 'y', true)
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
  }
  ctx.restore()
}

/** A canvas does not know variables: the browser resolves them for an element. */
function resolved(element: HTMLElement, colour: string): string {
  const before = element.style.color
  element.style.color = colour
  const { color } = getComputedStyle(element)
  element.style.color = before
  return color
}
