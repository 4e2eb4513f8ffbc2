import { lateTexts } from '../../../strings/late.ts'
import { formatBoth, formatNumber } from '../../../ui/format.ts'
import styles from './heartbeat.module.css'
import type { MetricSeries } from './metric-series.ts'

const words = lateTexts.heartbeat
export const metricPx = 36
const edgePx = 5

const classOf = { OK: styles.came, DEGRADED: styles.late, FAILED: styles.missed } as const

/** A number with its unit: "3.2 MB". */
export const measured = (value: number, unit: string | null): string =>
  unit === null ? formatNumber(value) : `${formatNumber(value)} ${unit}`

/** The numbers that pings sent, a line for each name. */
export const MetricCharts = ({ series, width }: { readonly series: readonly MetricSeries[]; readonly width: number }) =>
  series.map((one) => <MetricChart key={one.name} series={one} width={width} />)

const MetricChart = ({ series, width }: { readonly series: MetricSeries; readonly width: number }) => {
  const { name, unit, points, least, most } = series
  const path = points.map(({ x, y }) => `${x} ${y + edgePx}`).join('L')
  return (
    <figure className="mt8">
      <figcaption className="small">
        <span className="mono">{name}</span>: <b>{words.latest(measured(points[0].value, unit))}</b>,{' '}
        {words.fromTo(measured(least, unit), measured(most, unit))}
      </figcaption>
      {width > 0 && (
        <svg
          className={`${styles.line} mt4`}
          width={width}
          height={metricPx + 2 * edgePx}
          role="img"
          aria-label={words.valuesShown(name, points.length)}
        >
          <path className={styles.trend} d={`M${path}`} />
          {points.map(({ signal, x, y, value, verdict }) => (
            <circle key={signal.id} className={classOf[verdict]} cx={x} cy={y + edgePx} r={verdict === 'OK' ? 2.5 : 4}>
              <title>{`${formatBoth(signal.timestamp)}, ${measured(value, unit)}${verdict === 'OK' ? '' : `, ${words.verdicts[verdict]}`}`}</title>
            </circle>
          ))}
        </svg>
      )}
    </figure>
  )
}
