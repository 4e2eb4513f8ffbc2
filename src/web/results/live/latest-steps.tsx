import { lateTexts } from '../../strings/late.ts'
import { plainText } from '../script/script-steps.ts'
import { Attempts } from './attempts.tsx'
import { LiveSteps } from './live-step-list.tsx'
import { liveStepsOf } from './live-steps.ts'
import type { RunEvent } from './live-steps.ts'

/** The latest of each run; its page has all. */
const [mostSteps, mostLines] = [8, 3]

interface EventsProps {
  readonly events: readonly RunEvent[]
}

/** The last steps of each attempt of a run, or the last lines where steps are not known. */
export const LatestSteps = ({ events }: EventsProps) => (
  <Attempts events={events}>{(of) => <Latest events={of} />}</Attempts>
)

function Latest({ events }: EventsProps) {
  const steps = liveStepsOf(events)
  if (steps.length > 0) {
    const earlier = steps.length - mostSteps
    return (
      <>
        {earlier > 0 && <p className="mute small padx">{lateTexts.result.earlierSteps(earlier)}</p>}
        <LiveSteps steps={steps.slice(-mostSteps)} />
      </>
    )
  }
  return events.slice(-mostLines).map(({ message }, index) => (
    <p key={index} className="mono small dim trunc padx">
      {plainText(message)}
    </p>
  ))
}
