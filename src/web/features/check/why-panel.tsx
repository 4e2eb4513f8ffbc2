import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { formatFull } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import type { Check } from './check-screen.tsx'

const words = texts.check

interface Step {
  readonly state: State
  readonly text: string
}

/** The rules by which somebody is notified of this check, or why nobody is. */
export function WhyPanel({ check }: { readonly check: Check }) {
  const status = useOperation('getCheckStatus', { params: { checkId: check.id } }).data
  const steps = stepsOf(check, status?.mutedUntil ?? null)
  const problems = status?.locationProblems ?? []
  return (
    <>
      <div className="pane-h">
        <h2>{words.why}</h2>
      </div>
      <ol className="whybox padx">
        {steps.map(({ state, text }) => (
          <li key={text} className="step">
            <Glyph state={state} />
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className="pad small mute">{check.useGlobalAlertSettings ? words.whyAccount : words.whyOwn}</p>
      {problems.length > 0 && (
        <div className="pad">
          <div className="note unk">
            <Glyph state="UNKNOWN" />
            <div>
              <b>{words.problems}</b>
              {problems.map(({ location, problem }) => (
                <p key={location}>
                  {location}: {problem}
                </p>
              ))}
            </div>
          </div>
        </div>
      )}
    </>
  )
}

function stepsOf(check: Check, mutedUntil: string | null): readonly Step[] {
  const { muted, retryStrategy, alertSettings, alertChannelSubscriptions } = check
  const channels = alertChannelSubscriptions.filter(({ activated }) => activated).length
  const retries = retryStrategy && 'maxRetries' in retryStrategy ? (retryStrategy.maxRetries ?? 0) : 0
  return [
    ...(muted ? [{ state: 'PAUSED' as const, text: words.whyMuted }] : []),
    ...(mutedUntil ? [{ state: 'PAUSED' as const, text: words.whyMutedUntil(formatFull(mutedUntil)) }] : []),
    { state: 'PENDING', text: retries > 0 ? words.retries(retries) : words.noRetries },
    ...alertSteps(alertSettings),
    channels > 0
      ? { state: 'PASSING', text: words.whyChannels(channels) }
      : { state: 'DEGRADED', text: words.whyNoChannel },
  ]
}

function alertSteps(settings: Check['alertSettings']): readonly Step[] {
  if (settings === null) return []
  const { escalationType, runBasedEscalation, timeBasedEscalation, reminders } = settings
  const after =
    escalationType === 'TIME_BASED'
      ? words.whyMinutes(timeBasedEscalation?.minutesFailingThreshold ?? 5)
      : words.whyRuns(runBasedEscalation?.failedRunThreshold ?? 1)
  const amount = reminders?.amount ?? 0
  return [
    { state: 'FAILING', text: after },
    ...(amount > 0 ? [{ state: 'FAILING' as const, text: words.whyReminders(amount, reminders?.interval ?? 5) }] : []),
  ]
}
