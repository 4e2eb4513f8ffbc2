import { lateTexts } from '../../strings/late.ts'
import { plainText } from '../script/script-steps.ts'
import { LiveSteps } from './live-step-list.tsx'
import { liveStepsOf } from './live-steps.ts'
import type { RunEvent } from './live-steps.ts'

/** The latest of each run; its page has all. */
const [mostSteps, mostLines] = [8, 3]

/** The last steps of a run, or the last lines of one whose steps are not known. */
export function LatestSteps({ events }: { readonly events: readonly RunEvent[] }) {
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
