import type { HeartbeatTimeline, Signal } from '../api.ts'

/** A number that a ping sent, as a point of its series. */
export interface MetricPoint {
  readonly signal: Signal
  readonly value: number
  readonly verdict: Signal['metrics'][number]['verdict']
  readonly x: number
  readonly y: number
}

export interface MetricSeries {
  readonly name: string
  readonly unit: string | null
  /** Newest first. */
  readonly points: readonly [MetricPoint, ...MetricPoint[]]
  readonly least: number
  readonly most: number
}

/** More are in the table of pings. */
const seriesMax = 12

/** The numbers that pings sent, by name, on a line that begins at `fromMs`; values from the least to the most fill the height. */
export function metricSeries(
  { signals }: Pick<HeartbeatTimeline, 'signals'>,
  line: { readonly fromMs: number; readonly xOf: (atMs: number) => number },
  heightPx: number,
): readonly MetricSeries[] {
  const sent = signals
    .filter(({ timestamp }) => Date.parse(timestamp) >= line.fromMs)
    .flatMap((signal) => signal.metrics.map((metric) => ({ signal, metric })))
  const names = [...new Set(sent.map(({ metric }) => metric.name))].toSorted().slice(0, seriesMax)
  return names.flatMap((name) => {
    const of = sent.filter(({ metric }) => metric.name === name)
    const values = of.map(({ metric }) => metric.value)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const yOf = (value: number): number =>
      most === least ? heightPx / 2 : heightPx - ((value - least) / (most - least)) * heightPx
    const [first, ...rest] = of.map(({ signal, metric: { value, verdict } }) => ({
      signal,
      value,
      verdict,
      x: line.xOf(Date.parse(signal.timestamp)),
      y: yOf(value),
    }))
    return first === undefined
      ? []
      : [{ name, unit: of[0]?.metric.unit ?? null, points: [first, ...rest], least, most }]
  })
}
