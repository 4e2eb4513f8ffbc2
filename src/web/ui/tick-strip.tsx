import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import type { State } from './status.tsx'
import styles from './tick-strip.module.css'

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

/** Below the base line, of ticks that go through it. */
export const tail = 6
const tickClasses: Readonly<Record<State, string | undefined>> = {
  PASSING: styles.passing,
  DEGRADED: styles.degraded,
  FAILING: styles.failing,
  UNKNOWN: styles.unknown,
  PAUSED: styles.rest,
  PENDING: styles.rest,
}

interface TickCounts {
  readonly all: number
  readonly failing: number
  readonly degraded: number
  readonly unknown: number
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
  const paths = new Map<State, string>()
  ticks.forEach((tick, index) => {
    const path = tickPath(tick, index * (width + gap), { width, base, top })
    paths.set(tick.state, (paths.get(tick.state) ?? '') + path)
  })
  const failing = ticks.filter(({ state }) => state === 'FAILING').length
  const degraded = ticks.filter(({ state }) => state === 'DEGRADED').length
  const unknown = ticks.filter(({ state }) => state === 'UNKNOWN').length
  const total = Math.max(1, ticks.length * (width + gap) - gap)
  return (
    <DrawnTicks
      paths={paths}
      width={total}
      height={height}
      label={(label ?? texts.common.lastRuns)({ all: ticks.length, failing, degraded, unknown })}
    />
  )
}

/** The base line, the ticks by state, and what else is drawn over them. */
export const DrawnTicks = ({
  paths,
  width,
  height,
  label,
  children,
}: {
  readonly paths: ReadonlyMap<State, string>
  readonly width: number
  readonly height: number
  readonly label: string
  readonly children?: ReactNode
}) => (
  <svg
    className={styles.ticks}
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    role="img"
    aria-label={label}
  >
    <path className={styles.base} d={`M0 ${height - tail + 0.5}H${width}`} />
    {[...paths].map(([state, d]) => (
      <path key={state} className={tickClasses[state]} d={d} />
    ))}
    {children}
  </svg>
)

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
  if (state === 'UNKNOWN') return hatched(x, width, base)
  if (state === 'PAUSED' || state === 'PENDING') return `M${x} ${base - 1}h${width}v2h${-width}z`
  return `M${x} ${base - risen}h${width}v${risen}h${-width}z`
}

const hatchStep = 4

/** Of a run that saw nothing, whose time says nothing: stripes of one height. */
const hatched = (x: number, width: number, base: number): string =>
  Array.from({ length: Math.max(1, Math.floor((base * 0.75) / hatchStep)) }, (_, index) => {
    const y = base - 2 - index * hatchStep
    return `M${x} ${y}h${width}v2h${-width}z`
  }).join('')
