import { useRef } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { formatMs } from '../../../ui/format.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { slotOf } from './strip-marks.tsx'
import type { Series } from '../api.ts'
import styles from './phases-chart.module.css'

const height = 168
const colours = 5

/** Which of `metrics` are parts of the response time, with their places. */
export const phasesOf = ({
  metrics,
}: Series): readonly { readonly index: number; readonly name: string; readonly label: string }[] =>
  metrics.flatMap(({ isPhase, name, label }, index) => (isPhase ? [{ index, name, label }] : []))

/** The mean of each phase, one upon the other. */
export function PhasesChart({ series }: { readonly series: Series }) {
  const holder = useRef<HTMLDivElement>(null)
  const width = useWidth(holder)
  const phases = phasesOf(series)
  const [fromMs, toMs] = [Date.parse(series.from), Date.parse(series.to)]
  const lengthMs = series.interval * 1000
  const count = Math.max(1, Math.round((toMs - fromMs) / lengthMs))
  const slots = { fromMs, lengthMs, count }
  const sumOf = (means: readonly (number | null)[]): number =>
    phases.reduce((sum, { index }) => sum + (means[index] ?? 0), 0)
  const top = Math.max(1, ...series.buckets.map(({ means }) => sumOf(means)))
  const step = width / count
  return (
    <>
      <div ref={holder}>
        <span className="mute small">{formatMs(top)}</span>
        <svg width={width} height={height} role="img" aria-label={lateTexts.series.phases}>
          {series.buckets.map(({ at, means }) => {
            let y = height
            return phases.map(({ index }, place) => {
              const part = ((means[index] ?? 0) / top) * height
              y -= part
              return (
                <rect
                  key={`${at} ${index}`}
                  x={Math.round(slotOf(slots, at) * step)}
                  y={y}
                  width={Math.max(1, Math.floor(step * 0.85))}
                  height={Math.max(0, part)}
                  style={{ fill: `var(--c-p${(place % colours) + 1})` }}
                />
              )
            })
          })}
          <path className={styles.axis} d={`M0 ${height - 0.5}H${width}`} />
        </svg>
      </div>
      <div className={`mt4 ${styles.legend}`}>
        {phases.map(({ index, name, label }, place) => (
          <span key={label}>
            <i className={styles.colour} style={{ background: `var(--c-p${(place % colours) + 1})` }} />
            {lateTexts.result.phases[name] ?? label} {formatMs(series.total.means[index])}
          </span>
        ))}
      </div>
    </>
  )
}
