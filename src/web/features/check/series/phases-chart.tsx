import { useRef } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { formatMs } from '../../../ui/format.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { TimeAxis } from './time-axis.tsx'
import { slotOf } from './strip-marks.tsx'
import type { Series } from '../api.ts'
import styles from './phases-chart.module.css'

const height = 168
const colours = 5
/** Left of the bars, for the times of the rules, and above them, for the upper half of the highest. */
const gutter = 56
const capPx = 8

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
  const highest = Math.max(1, ...series.buckets.map(({ means }) => sumOf(means)))
  const rule = ruleOf(highest)
  const top = Math.ceil(highest / rule) * rule
  const step = Math.max(0, width - gutter) / count
  return (
    <>
      <div ref={holder}>
        <svg
          className={styles.chart}
          width={width}
          height={height + capPx}
          role="img"
          aria-label={lateTexts.series.phases}
        >
          <Rules top={top} rule={rule} width={width} />
          {series.buckets.map(({ at, means }) => {
            let y = height + capPx
            return phases.map(({ index }, place) => {
              const part = ((means[index] ?? 0) / top) * height
              y -= part
              return (
                <rect
                  key={`${at} ${index}`}
                  x={gutter + Math.round(slotOf(slots, at) * step)}
                  y={y}
                  width={Math.max(1, Math.floor(step * 0.85))}
                  height={Math.max(0, part)}
                  style={{ fill: `var(--c-p${(place % colours) + 1})` }}
                />
              )
            })
          })}
        </svg>
        <div style={{ paddingLeft: gutter }}>
          <TimeAxis span={{ fromMs, toMs }} width={width - gutter} />
        </div>
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

/** The distance of the rules of an axis, so that there are two to five of them: 1, 2 or 5 and zeros. */
function ruleOf(top: number): number {
  const power = 10 ** Math.floor(Math.log10(top / 2))
  return power * ([5, 2, 1].find((times) => top / (power * times) >= 2) ?? 1)
}

function Rules({ top, rule, width }: { readonly top: number; readonly rule: number; readonly width: number }) {
  return Array.from({ length: Math.round(top / rule) + 1 }, (_, index) => {
    const y = capPx + height - (index * rule * height) / top
    return (
      <g key={index}>
        <path className={styles.axis} d={`M${gutter} ${Math.round(y) - 0.5}H${width}`} />
        <text className={styles.label} x={gutter - 6} y={y + 4} textAnchor="end">
          {formatMs(index * rule)}
        </text>
      </g>
    )
  })
}
