import type { ReactNode } from 'react'
import { DrawnTicks, tail, tickPath } from '../../../ui/tick-strip.tsx'
import type { State } from '../../../ui/status.tsx'
import { stateOf } from './series-words.ts'
import type { Bucket } from './series-words.ts'
import styles from './strip-marks.module.css'

export interface Limit {
  readonly ms: number
  readonly label: string
  readonly isFailing: boolean
}

/** How intervals lie on a strip: their number, the first one, their length. */
export interface Slots {
  readonly count: number
  readonly fromMs: number
  readonly lengthMs: number
}

export const slotOf = ({ fromMs, lengthMs }: Slots, at: string): number =>
  Math.floor((Date.parse(at) - fromMs) / lengthMs)

const widestTick = 6

/** The ticks of one strip, one for each interval with runs, with the limits that are near them. */
export function StripMarks({
  buckets,
  slots,
  width,
  height,
  limits,
  label,
}: {
  readonly buckets: readonly Bucket[]
  readonly slots: Slots
  readonly width: number
  readonly height: number
  readonly limits: readonly Limit[]
  readonly label: string
}): ReactNode {
  const base = height - tail
  const times = buckets.flatMap(({ p95 }) => p95 ?? []).toSorted((one, other) => one - other)
  const high = times[Math.floor(times.length * 0.99)] ?? 1
  // A limit far above all runs would press them flat.
  const near = limits.filter(({ ms }) => ms <= high * 2.5)
  const top = Math.max(1, high, ...near.map(({ ms }) => ms))
  const step = width / slots.count
  const tickWidth = Math.max(1, Math.min(widestTick, Math.floor(step * 0.8)))
  const paths = new Map<State, string>()
  for (const bucket of buckets) {
    const state = stateOf(bucket)
    const x = Math.round(slotOf(slots, bucket.at) * step)
    const path = tickPath({ state, responseTime: bucket.p95 }, x, { width: tickWidth, base, top })
    paths.set(state, (paths.get(state) ?? '') + path)
  }
  return (
    <DrawnTicks paths={paths} width={width} height={height} label={label}>
      {near.map(({ ms, label: text, isFailing }) => {
        const y = Math.round(base - Math.sqrt(ms / top) * base) + 0.5
        return (
          <g key={text}>
            <path className={isFailing ? `${styles.limit} ${styles.failing}` : styles.limit} d={`M0 ${y}H${width}`} />
            <text x={width} y={y < 14 ? y + 12 : y - 4} textAnchor="end">
              {text}
            </text>
          </g>
        )
      })}
    </DrawnTicks>
  )
}
