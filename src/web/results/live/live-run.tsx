import { logText } from '../../strings/reason-text.ts'
import { lateTexts } from '../../strings/late.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { formatExact } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { plainText } from '../script/script-steps.ts'
import { Attempts } from './attempts.tsx'
import { LiveSteps } from './live-step-list.tsx'
import { liveStepsOf } from './live-steps.ts'
import type { RunEvent } from './live-steps.ts'

/** The latest are shown. */
const mostShown = 200

interface EventsProps {
  readonly events: readonly RunEvent[]
}

/** The steps and log lines of each attempt of a run in progress. */
export const LiveRun = ({ events }: EventsProps) => (
  <Attempts events={events}>{(of) => <LiveAttempt events={of} />}</Attempts>
)

function LiveAttempt({ events }: EventsProps) {
  const steps = liveStepsOf(events).slice(-mostShown)
  const lines = events.filter(({ type }) => type === 'LOG').slice(-mostShown)
  return (
    <>
      {steps.length > 0 && (
        <Pane title={lateTexts.result.script.steps}>
          <LiveSteps steps={steps} />
        </Pane>
      )}
      {lines.length > 0 && (
        <section className="pane pad" aria-label={lateTexts.result.log}>
          <CodeView label={lateTexts.result.log} text={lines.map(textOf).join('\n')} language="log" isWrapped />
        </section>
      )}
    </>
  )
}

const textOf = ({ at, level, message }: RunEvent): string =>
  [formatExact(Date.parse(at)), level ?? '', logText(plainText(message) ?? '')].filter(Boolean).join(' ')
