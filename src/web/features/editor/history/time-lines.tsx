import { lateTexts } from '../../../strings/late.ts'
import { formatDay, formatNumber } from '../../../ui/format.ts'
import type { BackTest, TimeLine } from './api.ts'
import styles from './time-lines.module.css'

const words = lateTexts.backTest

/** When the check did not pass and when it alerted, one above the other: now, and with what is proposed. */
export function TimeLines({ result: { timeLines, from, to } }: { readonly result: BackTest }) {
  if (timeLines === null) return null
  const span = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  return (
    <div className={styles.lines}>
      <Line title={words.now} line={timeLines.now} span={span} />
      <Line title={words.proposed} line={timeLines.proposed} span={span} />
      <div className={styles.axis}>
        <span>{formatDay(from)}</span>
        <span>{formatDay(to)}</span>
      </div>
      <p className={styles.legend} aria-hidden="true">
        <span className={`${styles.key} ${styles.failing}`} /> {words.failing}
        <span className={`${styles.key} ${styles.degraded}`} /> {words.degraded}
        <span className={`${styles.key} ${styles.alert}`} /> {words.alert}
      </p>
    </div>
  )
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The narrowest outage that is still seen, in percent of the line. */
const narrowest = 0.4

function Line({ title, line, span }: { readonly title: string; readonly line: TimeLine; readonly span: Span }) {
  const at = (time: string): number => (100 * (Date.parse(time) - span.fromMs)) / (span.toMs - span.fromMs)
  const alerts = line.alerts.filter(({ kind }) => kind !== 'recovery')
  return (
    <>
      <span className={styles.name}>{title}</span>
      <svg
        className={styles.line}
        role="img"
        aria-label={words.lineOf(title, formatNumber(line.intervals.length), formatNumber(alerts.length))}
        viewBox="0 0 100 24"
        preserveAspectRatio="none"
      >
        <rect className={styles.rest} x={0} y={10} width={100} height={10} />
        {line.intervals.map(({ from, to, state }) => (
          <rect
            key={from}
            className={state === 'FAILING' ? styles.failing : styles.degraded}
            x={at(from)}
            y={10}
            width={Math.max(narrowest, (to === null ? 100 : at(to)) - at(from))}
            height={10}
          />
        ))}
        {alerts.map(({ at: time }, index) => (
          <rect key={index} className={styles.alert} x={at(time)} y={0} width={narrowest} height={8} />
        ))}
      </svg>
    </>
  )
}
