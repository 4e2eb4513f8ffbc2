import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { lateTexts } from '../../../strings/late.ts'
import { formatAxisDay, formatClock, formatMinute, formatMs } from '../../../ui/format.ts'
import { resolvedColour } from '../../../ui/resolved-colour.ts'
import { timesOf } from './gaps.ts'
import type { Series } from '../api.ts'
import type { Annotation } from './series-words.ts'
import type { Limit } from './strip-marks.tsx'
import styles from '../../../ui/chart.module.css'

export type ShownStatistic = 'p50' | 'p95' | 'p99' | 'max'

interface ChartProps {
  readonly series: Series
  readonly statistic: ShownStatistic
  readonly limits: readonly Limit[]
}

const height = 200
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3]]
const longSeconds = 2 * 86_400
/** Names of annotations that lie nearer would cover each other. */
const labelPx = 76

/** Times by location with gaps where nothing ran, limits that are near, failing intervals, and what else happened. */
export function ResponseChart({ series, statistic, limits }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = holder
    if (current === null) return undefined
    const colour = (name: string): string => resolvedColour(current, name)
    const { times, gaps } = timesOf(series)
    const lines = series.locations.map(({ buckets }) => {
      const values = new Map(buckets.map((bucket) => [Date.parse(bucket.at) / 1000, bucket[statistic]]))
      // Undefined is no gap, null is one.
      return times.map((at) => (gaps.has(at) ? null : (values.get(at) ?? undefined)))
    })
    const highest = Math.max(...lines.flat().map((value) => value ?? 0), 1)
    const near = limits.filter(({ ms }) => ms < highest * 1.6)
    const top = Math.max(highest, ...near.map(({ ms }) => ms)) * 1.1
    const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > longSeconds
    const axis = { stroke: colour('ink-3'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false } }
    const marked = {
      failing: colour('fail-wash'),
      lines: colour('ink-3'),
      words: colour('ink-2'),
      limits: [colour('deg-mark'), colour('fail-mark')] as const,
    }
    const plot = new uPlot(
      {
        width: current.clientWidth,
        height,
        scales: {
          x: { time: true, range: () => [Date.parse(series.from) / 1000, Date.parse(series.to) / 1000] },
          y: { range: () => [0, top] },
        },
        axes: [
          {
            ...axis,
            space: 72,
            values: (_plot, values) => values.map((at) => (isLong ? formatAxisDay : formatMinute)(at * 1000)),
          },
          { ...axis, size: 64, values: (_plot, values) => values.map((value) => formatMs(value)) },
        ],
        series: [
          { label: lateTexts.series.time, value: (_plot, at) => (at === null ? '–' : labelOfTime(at, isLong)) },
          ...series.locations.map(({ location }, index) => ({
            label: location,
            stroke: colour(`s${(index % 5) + 1}`),
            width: 1.5,
            points: { fill: colour('surface') },
            dash: dashes[index % dashes.length] ?? [],
            value: (_plot: uPlot, value: number | null) => formatMs(value),
          })),
        ],
        hooks: {
          drawAxes: [(drawn) => drawFailing(drawn, series, marked.failing)],
          draw: [
            (drawn) => drawLimits(drawn, near, marked.limits),
            (drawn) => drawAnnotations(drawn, series.annotations, marked),
          ],
        },
      },
      [times, ...lines],
      current,
    )
    drawLegend(plot, series.locations.length, colour)
    const observer = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height }))
    observer.observe(current)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [series, statistic, limits])
  return (
    <div
      ref={holder}
      className={styles.chart}
      role="img"
      aria-label={`${lateTexts.series.responseTime}, ${statistic}`}
    />
  )
}

const svg = 'http://www.w3.org/2000/svg'

/** Has the legend show each line as it is drawn: colours alone do not tell them apart. */
function drawLegend({ root }: uPlot, lines: number, colour: (name: string) => string): void {
  const markers = [...root.querySelectorAll('.u-legend .u-series .u-marker')].slice(-lines)
  for (const [index, marker] of markers.entries()) {
    const [picture, line] = [document.createElementNS(svg, 'svg'), document.createElementNS(svg, 'path')]
    picture.setAttribute('class', styles.line ?? '')
    line.setAttribute('d', 'M0 4H24')
    line.setAttribute('stroke', colour(`s${(index % 5) + 1}`))
    line.setAttribute('stroke-width', '2')
    line.setAttribute('stroke-dasharray', (dashes[index % dashes.length] ?? []).join(' '))
    picture.append(line)
    marker.replaceWith(picture)
  }
}

const labelOfTime = (at: number, isLong: boolean): string =>
  isLong ? `${formatAxisDay(at * 1000)}, ${formatClock(at * 1000)}` : formatClock(at * 1000)

function drawFailing(plot: uPlot, { buckets, interval }: Series, fill: string): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.fillStyle = fill
  for (const { at, failed } of buckets) {
    if (failed === 0) continue
    const from = plot.valToPos(Date.parse(at) / 1000, 'x', true)
    const to = plot.valToPos(Date.parse(at) / 1000 + interval, 'x', true)
    ctx.fillRect(from, bbox.top, Math.max(2, to - from), bbox.height)
  }
  ctx.restore()
}

function drawLimits(plot: uPlot, limits: readonly Limit[], [degraded, failing]: readonly [string, string]): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.setLineDash([4, 3])
  ctx.font = `${11 * devicePixelRatio}px sans-serif`
  ctx.textAlign = 'right'
  ctx.textBaseline = 'alphabetic'
  for (const { ms, label, isFailing } of limits) {
    const y = plot.valToPos(ms, 'y', true)
    ctx.strokeStyle = isFailing ? failing : degraded
    ctx.fillStyle = isFailing ? failing : degraded
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.fillText(label, bbox.left + bbox.width - 4, y - 4 * devicePixelRatio)
  }
  ctx.restore()
}

/** A dashed line with a label, so that none is identified by colour alone. */
function drawAnnotations(
  plot: uPlot,
  annotations: readonly Annotation[],
  { lines, words }: { readonly lines: string; readonly words: string },
): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = lines
  ctx.fillStyle = words
  ctx.setLineDash([2, 3])
  ctx.font = `${11 * devicePixelRatio}px sans-serif`
  ctx.textBaseline = 'alphabetic'
  let free = -Infinity
  for (const { at, kind } of annotations) {
    const x = plot.valToPos(Date.parse(at) / 1000, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    if (x < free) continue
    const isNearEnd = x + labelPx * devicePixelRatio > bbox.left + bbox.width
    ctx.textAlign = isNearEnd ? 'right' : 'left'
    ctx.fillText(lateTexts.series.kinds[kind], x + (isNearEnd ? -4 : 4), bbox.top + bbox.height - 4 * devicePixelRatio)
    free = x + labelPx * devicePixelRatio
  }
  ctx.restore()
}
