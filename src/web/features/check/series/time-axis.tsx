import { lateTexts } from '../../../strings/late.ts'
import { formatAxisDay, formatClock, formatDay, formatMinute } from '../../../ui/format.ts'
import type { TimeSpan } from './range.ts'
import styles from './time-axis.module.css'

const dayMs = 86_400_000
const labelPx = 120

/** Times below a strip, as many as have room. */
export function TimeAxis({ span: { fromMs, toMs }, width }: { readonly span: TimeSpan; readonly width: number }) {
  const count = Math.max(1, Math.min(8, Math.floor(width / labelPx)))
  const isLong = toMs - fromMs > 2 * dayMs
  return (
    <div className={styles.axis} aria-hidden="true">
      {Array.from({ length: count + 1 }, (_, index) => {
        const at = fromMs + ((toMs - fromMs) * index) / count
        return <span key={at}>{isLong ? formatAxisDay(at) : formatMinute(at)}</span>
      })}
    </div>
  )
}

/** "13:42:00 to 14:31:00", with days where they matter. */
export function formatSpan({ fromMs, toMs }: TimeSpan): string {
  const isOneDay = new Date(fromMs).toDateString() === new Date(toMs - 1).toDateString()
  const nameOf = (at: number): string => (isOneDay ? formatClock(at) : `${formatDay(at)}, ${formatMinute(at)}`)
  return lateTexts.series.to(nameOf(fromMs), nameOf(toMs))
}
