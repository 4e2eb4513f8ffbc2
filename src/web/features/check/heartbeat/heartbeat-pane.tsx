import { useRef } from 'react'
import { useCronWords } from '../../../form-fields/use-cron-words.ts'
import { lateTexts } from '../../../strings/late.ts'
import { formatDuration } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { Pane } from '../../../ui/pane.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Moment, useNow } from '../../../ui/time.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { TimeAxis } from '../series/time-axis.tsx'
import { useHeartbeatTimeline } from '../api.ts'
import type { Check, HeartbeatTimeline } from '../api.ts'
import { durationsOf } from './durations.ts'
import { DurationsChart, durationsPx } from './durations-chart.tsx'
import styles from './heartbeat.module.css'
import { MetricCharts, metricPx } from './metric-charts.tsx'
import { metricSeries } from './metric-series.ts'
import { PingCommands } from './ping-commands-view.tsx'
import { RunningNow } from './running-now.tsx'
import { countOf, insetPx, latenessOf, lineOf } from './timeline.ts'
import type { Line, Mark } from './timeline.ts'

const words = lateTexts.heartbeat
const secondMs = 1_000

/** When the pings of a job were due and when they came, when the next is due, and how to send them. */
export function HeartbeatPane({ check }: { readonly check: Check }) {
  const timeline = useHeartbeatTimeline(check.id, null)
  const pingUrl = check.heartbeat?.pingUrl
  return (
    <Pane title={words.title} more={timeline.data && <Rhythm timeline={timeline.data} />}>
      <div className="padx pb stack gap12">
        <Loaded query={timeline} rows={2}>
          {(data) => (isSilent(data) ? <Waiting isActive={check.activated} /> : <Shown timeline={data} />)}
        </Loaded>
        {pingUrl !== undefined && timeline.data && (
          <PingCommands url={pingUrl} rhythm={timeline.data} isOpen={isSilent(timeline.data)} />
        )}
      </div>
    </Pane>
  )
}

const isSilent = ({ events, signals }: HeartbeatTimeline): boolean => events.length + signals.length === 0

function Rhythm({ timeline: { schedule, periodSeconds, graceSeconds } }: { readonly timeline: HeartbeatTimeline }) {
  const said = useCronWords(schedule && schedule.expression)
  const grace = formatDuration(graceSeconds * secondMs)
  if (schedule === null) return words.rhythm(formatDuration(periodSeconds * secondMs), grace)
  const zone = (schedule.timezone ?? 'UTC').replaceAll('_', ' ')
  return <span title={schedule.expression}>{words.rhythmOf(said ?? schedule.expression, zone, grace)}</span>
}

/** It turns into the line as soon as a ping comes. */
const Waiting = ({ isActive }: { readonly isActive: boolean }) => (
  <Note role="status">
    <div>
      <p className="row">
        <span className={isActive ? styles.waiting : styles.dot} aria-hidden="true" />
        <b>{isActive ? words.waiting : words.inactive}</b>
      </p>
      <p className="small">{isActive ? words.waitingText : words.inactiveText}</p>
    </div>
  </Note>
)

function Shown({ timeline }: { readonly timeline: HeartbeatTimeline }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const nowMs = useNow(10_000)
  const line = lineOf(timeline, width, nowMs)
  const durations = line && durationsOf(timeline, line, durationsPx)
  return (
    <>
      <RunningNow running={timeline.running} />
      <div ref={box} className={styles.box}>
        {line && width > 0 && <LinePicture line={line} width={width} label={labelOf(timeline)} />}
        {durations && <DurationsChart durations={durations} width={width} />}
        {line && <MetricCharts series={metricSeries(timeline, line, metricPx)} width={width} />}
        {line && width > 0 && <TimeAxis span={line} width={width} insetPx={insetPx} />}
      </div>
      <p className="row wrap small">
        <Key className={styles.due} text={words.due} />
        <Key className={styles.came} text={words.came} />
        <Key className={styles.late} text={words.late} />
        <Key className={styles.missed} text={words.missed} />
        {durations && <Key className={styles.started} text={words.start} />}
        <span className="end">
          <NextPing timeline={timeline} nowMs={nowMs} />
        </span>
      </p>
    </>
  )
}

const Key = ({ className, text }: { readonly className: string | undefined; readonly text: string }) => (
  <span className="row gap4">
    <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true" className={styles.line}>
      <Shape className={className} />
    </svg>
    {text}
  </span>
)

/** A ring where a ping was due, a dot where it came, a triangle for one outside its time, a square for a failure. */
const Shape = ({ className }: { readonly className: string | undefined }) =>
  className === styles.started ? (
    <path className={className} d="M-3-4v8l6-4z" />
  ) : className === styles.missed ? (
    <path className={className} d="M-4-4h8v8h-8z" />
  ) : className === styles.late ? (
    <path className={className} d="M0-4.4 4.8 4h-9.6z" />
  ) : (
    <circle className={className} r={className === styles.due ? 3.5 : 4} />
  )

const labelOf = ({ events }: HeartbeatTimeline): string =>
  words.counts({
    all: events.length,
    missed: countOf(events, 'FAILING'),
    late: countOf(events, 'GRACE', 'LATE'),
    early: countOf(events, 'EARLY'),
  })

const heightPx = 56
const dueY = 14
const cameY = 40

const LinePicture = ({
  line,
  width,
  label,
}: {
  readonly line: Line
  readonly width: number
  readonly label: string
}) => (
  <svg className={styles.line} width={width} height={heightPx} role="img" aria-label={label}>
    <path className={styles.base} d={`M0 ${cameY}H${width}`} />
    {line.next && (
      <>
        <path className={styles.grace} d={`M${line.next.dueX} ${cameY}H${line.next.failsX}`} />
        <g transform={`translate(${line.next.dueX} ${dueY})`}>
          <Shape className={styles.due} />
        </g>
      </>
    )}
    {line.marks.map((mark) => (
      <OneMark key={mark.event.id} mark={mark} />
    ))}
  </svg>
)

const shapeOf = {
  EARLY: styles.late,
  RECEIVED: styles.came,
  GRACE: styles.came,
  LATE: styles.late,
  FAILING: styles.missed,
} as const

const OneMark = ({ mark: { event, dueX, x, isMissed } }: { readonly mark: Mark }) => (
  <>
    <path className={styles.joint} d={`M${dueX} ${dueY}L${x} ${cameY}`} />
    <g transform={`translate(${dueX} ${dueY})`}>
      <Shape className={styles.due} />
    </g>
    <g transform={`translate(${x} ${cameY})`}>
      <title>
        {`${event.state === 'FAILING' && !isMissed ? words.said.fail : lateTexts.series.pingStates[event.state]}, ${differenceOf(event)}`}
      </title>
      <Shape className={shapeOf[event.state]} />
    </g>
  </>
)

/** "2 min late", "on time". */
export function differenceOf(event: HeartbeatTimeline['events'][number]): string {
  const ms = latenessOf(event)
  if (Math.abs(ms) < secondMs) return words.onTime
  return ms < 0 ? words.earlyBy(formatDuration(-ms)) : words.lateBy(formatDuration(ms))
}

function NextPing({ timeline, nowMs }: { readonly timeline: HeartbeatTimeline; readonly nowMs: number }) {
  const { expectedAt, failingAt } = timeline
  if (expectedAt === null || failingAt === null) return words.notExpected
  return (
    <>
      {Date.parse(expectedAt) > nowMs ? words.nextDue : words.wasDue} <Moment at={expectedAt} />, {words.fails}{' '}
      <Moment at={failingAt} />
    </>
  )
}
