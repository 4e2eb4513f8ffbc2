import { texts } from '../strings/index.ts'
import type { State } from './status.tsx'

/** One run, or several whose worst verdict and slowest time it shows. */
export interface Tick {
  readonly state: State
  /** Milliseconds; null: no answer. */
  readonly responseTime: number | null
}

interface Shape {
  readonly width: number
  readonly gap: number
  readonly height: number
}

export const smallTicks: Shape = { width: 2, gap: 1, height: 26 }
export const largeTicks: Shape = { width: 4, gap: 1, height: 96 }

/** Below the base line, of ticks that go through it. */
export const tail = 6
export const tickClasses: Readonly<Record<State, string>> = {
  PASSING: 't0',
  DEGRADED: 't1',
  FAILING: 't2',
  UNKNOWN: 't3',
  PAUSED: 't4',
  PENDING: 't4',
}

interface TickCounts {
  readonly all: number
  readonly failing: number
  readonly degraded: number
}

/** Runs as ticks on a base line, the newest right: passing ones stand on it, failing ones go through it. */
export function TickStrip({
  ticks,
  shape = smallTicks,
  highest,
  label,
}: {
  readonly ticks: readonly Tick[]
  readonly shape?: Shape
  /** The response time of full height. Default: the largest there is. */
  readonly highest?: number
  /** Default: that they are the last ones. */
  readonly label?: (counts: TickCounts) => string
}) {
  const { width, gap, height } = shape
  const base = height - tail
  const top = highest ?? Math.max(1, ...ticks.map(({ responseTime }) => responseTime ?? 0))
  const paths = new Map<string, string>()
  ticks.forEach((tick, index) => {
    const name = tickClasses[tick.state]
    paths.set(name, (paths.get(name) ?? '') + tickPath(tick, index * (width + gap), { width, base, top }))
  })
  const failing = ticks.filter(({ state }) => state === 'FAILING').length
  const degraded = ticks.filter(({ state }) => state === 'DEGRADED').length
  const total = Math.max(1, ticks.length * (width + gap) - gap)
  return (
    <svg
      className="ticks"
      width={total}
      height={height}
      viewBox={`0 0 ${total} ${height}`}
      role="img"
      aria-label={(label ?? texts.common.lastRuns)({ all: ticks.length, failing, degraded })}
    >
      <path className="base" d={`M0 ${base + 0.5}H${total}`} />
      {[...paths].map(([name, d]) => (
        <path key={name} className={name} d={d} />
      ))}
    </svg>
  )
}

/** On a square-root scale, so that ordinary runs are seen beside slow ones. */
export function tickPath(
  { state, responseTime }: Tick,
  x: number,
  { width, base, top }: { readonly width: number; readonly base: number; readonly top: number },
): string {
  const risen = Math.max(2, Math.round(Math.sqrt(Math.min(1, (responseTime ?? 0) / top)) * base))
  if (state === 'FAILING') return `M${x} ${base - risen}h${width}v${risen + tail}h${-width}z`
  if (state === 'DEGRADED' && risen > 5)
    return `M${x} ${base - risen}h${width}v2h${-width}zM${x} ${base - risen + 3}h${width}v${risen - 3}h${-width}z`
  if (state === 'PAUSED' || state === 'PENDING') return `M${x} ${base - 1}h${width}v2h${-width}z`
  return `M${x} ${base - risen}h${width}v${risen}h${-width}z`
}
