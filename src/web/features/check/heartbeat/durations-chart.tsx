import { lateTexts } from '../../../strings/late.ts'
import { formatDuration } from '../../../ui/format.ts'
import { saidBy } from '../signal-words.ts'
import type { Durations } from './durations.ts'
import styles from './heartbeat.module.css'

const words = lateTexts.heartbeat
export const durationsPx = 44
const basePx = durationsPx + 2

interface DurationsProps {
  readonly durations: Durations
  readonly width: number
}

/** How long the runs of a job took: a bar where each ended, a mark where each started. */
export const DurationsChart = ({ durations, width }: DurationsProps) => (
  <figure className="mt8">
    <figcaption className="small">
      {words.durations}: <b>{words.latest(formatDuration(durations.latestMs))}</b>,{' '}
      {words.median(formatDuration(durations.medianMs))}, {words.longest(formatDuration(durations.longestMs))}
    </figcaption>
    {width > 0 && <Bars durations={durations} width={width} />}
  </figure>
)

const Bars = ({ durations, width }: DurationsProps) => (
  <svg
    className={`${styles.line} mt4`}
    width={width}
    height={basePx + 8}
    role="img"
    aria-label={words.runsShown(durations.bars.length)}
  >
    <path className={styles.base} d={`M0 ${basePx}H${width}`} />
    {durations.bars.map(({ signal, x, heightPx }) => (
      <rect
        key={signal.id}
        className={signal.kind === 'success' ? styles.came : styles.missed}
        x={x - 2}
        y={basePx - heightPx}
        width="4"
        height={heightPx}
        rx="1"
      >
        <title>{`${saidBy(signal)}, ${formatDuration(signal.durationMs ?? 0)}`}</title>
      </rect>
    ))}
    {durations.starts.map(({ signal, x }) => (
      <path key={signal.id} className={styles.started} d={`M${x - 3} ${basePx + 1}v6l5-3z`}>
        <title>{saidBy(signal)}</title>
      </path>
    ))}
  </svg>
)
