import { lateTexts } from '../../../strings/late.ts'
import { Moment, Since } from '../../../ui/time.tsx'
import type { HeartbeatTimeline } from '../api.ts'
import styles from './heartbeat.module.css'

const words = lateTexts.heartbeat
type OpenRun = HeartbeatTimeline['running'][number]
const shownRuns = 5

/** The runs of a job that have started and not ended, the latest first. */
export function RunningNow({ running }: { readonly running: readonly OpenRun[] }) {
  if (running.length === 0) return null
  const left = running.length - shownRuns
  return (
    <div role="status">
      {running.length > 1 && <p className="small">{words.overlapping(running.length)}</p>}
      <ul className={styles.runs}>
        {running
          .toReversed()
          .slice(0, shownRuns)
          .map((run) => (
            <li key={`${run.runId}${run.startedAt}`} className="row wrap">
              <span className={dots[run.state]} aria-hidden="true" />
              <b>{words.runStates[run.state]}</b>
              <span>
                {words.startedBefore} <Since at={run.startedAt} /> {words.startedBehind}
              </span>
              {run.lateAt !== null && (
                <span className="mute">
                  {words.mustEnd} <Moment at={run.lateAt} />
                </span>
              )}
              {run.runId !== null && <code className="small mute">{run.runId}</code>}
            </li>
          ))}
      </ul>
      {left > 0 && <p className="small mute">{words.moreRuns(left)}</p>}
    </div>
  )
}

const dots: Readonly<Record<OpenRun['state'], string | undefined>> = {
  RUNNING: styles.waiting,
  LATE: styles.lateDot,
  UNKNOWN: styles.dot,
}
