import { lateTexts } from '../../../strings/late.ts'
import { formatAxisDay, formatClock, formatDay, formatMinute } from '../../../ui/format.ts'
import { axisTimes } from './axis-times.ts'
import type { TimeSpan } from './range.ts'
import styles from './time-axis.module.css'

const labelPx = 120
/** Half of a label, which has to fit between the ends. */
const halfPx = 22

interface AxisProps {
  readonly span: TimeSpan
  readonly width: number
  /** Between the ends of the axis and those of the span. */
  readonly insetPx?: number
}

/** Round times below a strip, as many as have room, where they lie. */
export function TimeAxis({ span, width, insetPx = 0 }: AxisProps) {
  const { times, isByDay } = axisTimes(span, Math.max(1, Math.min(8, Math.floor(width / labelPx))))
  const places = times.map((at) => {
    const share = (at - span.fromMs) / (span.toMs - span.fromMs)
    return { at, x: insetPx + share * (width - 2 * insetPx) }
  })
  return (
    <div className={styles.axis} aria-hidden="true">
      {places
        .filter(({ x }) => x >= halfPx && x <= width - halfPx)
        .map(({ at, x }) => (
          <span key={at} style={{ left: Math.round(x) }}>
            {isByDay || isMidnight(at) ? formatAxisDay(at) : formatMinute(at)}
          </span>
        ))}
    </div>
  )
}

const isMidnight = (at: number): boolean => new Date(at).getHours() + new Date(at).getMinutes() === 0

/** "13:42:00 to 14:31:00", with days where they matter. */
export function formatSpan({ fromMs, toMs }: TimeSpan): string {
  const isOneDay = new Date(fromMs).toDateString() === new Date(toMs - 1).toDateString()
  const nameOf = (at: number): string => (isOneDay ? formatClock(at) : `${formatDay(at)}, ${formatMinute(at)}`)
  return lateTexts.series.to(nameOf(fromMs), nameOf(toMs))
}
