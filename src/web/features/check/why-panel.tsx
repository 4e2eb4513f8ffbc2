import { Link } from '@tanstack/react-router'
import { useCheckStatus, useLatestNotifications } from '../../alerting/api.ts'
import type { CheckStatus, Notification } from '../../alerting/api.ts'
import { labelOf } from '../../strings/label-of.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { formatFull } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Step as StepItem } from '../../ui/steps.tsx'
import type { State } from '../../ui/status.tsx'
import { minuteOrDayOf, Moment } from '../../ui/time.tsx'
import { channelName } from '../../alerting/channel-name.ts'
import { alertState } from '../../alerting/alert-state.ts'
import { useAlertPreview } from './api.ts'
import type { AlertPreview as Preview, Check } from './api.ts'
import { Note } from '../../ui/note.tsx'

const words = lateTexts.check
const logged = texts.alerts
type LocationProblem = NonNullable<CheckStatus['locationProblems']>[number]

interface Step {
  readonly key: string
  readonly state: State
  readonly text: string
  readonly more?: string | undefined
}

/** Of each of the alerts shown several channels may have been notified. */
const notificationsRead = 40
const alertsShown = 6

/** Who was notified, who would be if the check failed now, and why somebody is not. */
export function WhyPanel({ check }: { readonly check: Check }) {
  const preview = useAlertPreview(check.id)
  const items = useLatestNotifications(check.id, notificationsRead) ?? []
  const status = useCheckStatus(check.id)
  // The top of the page says it of a check that nobody runs.
  const problems = status?.notRunning ? [] : (status?.locationProblems ?? [])
  return (
    <>
      {items.length > 0 && <Past items={items} checkId={check.id} />}
      <div className="pane-h">
        <h2>{words.why}</h2>
      </div>
      <Loaded query={preview} rows={3}>
        {(data) => <Steps steps={stepsOf(check, data)} />}
      </Loaded>
      <p className="pad small mute">{check.useGlobalAlertSettings ? words.whyAccount : words.whyOwn}</p>
      {problems.length > 0 && (
        <div className="pad">
          <Note kind="unknown">
            <Glyph state="UNKNOWN" />
            <div>
              <b>{words.problems}</b>
              {problems.map((one) => (
                <p key={one.location}>{problemText(one)}</p>
              ))}
            </div>
          </Note>
        </div>
      )}
    </>
  )
}

/** Why a check does not run somewhere, in the language of the page; the service says it in English. */
function problemText({ location, problem, since, missing }: LocationProblem): string {
  if (since !== undefined) return texts.common.notRunning(location, minuteOrDayOf(since))
  return missing === undefined
    ? `${location}: ${reasonText(problem)}`
    : words.agentsLack(location, missing.map(needText).join(', '))
}

/** A need is `feature:` or `type:` and a name. */
function needText(need: string): string {
  const [kind, name = ''] = need.split(':')
  const features: Readonly<Record<string, string>> = words.needs
  return kind === 'type' ? words.needOfType(labelOf(texts.checks.types, name)) : (features[name] ?? name)
}

/** The latest alerts, the newest first, each with the channels by their outcomes or the reasons of their silence. */
const Past = ({ items, checkId }: { readonly items: readonly Notification[]; readonly checkId: string }) => (
  <>
    <div className="pane-h">
      <h2>{words.whyPast}</h2>
      <Link className="link small end" to="/checks/$id" params={{ id: checkId }} search={{ tab: 'alerts' }}>
        {words.whyAll}
      </Link>
    </div>
    <ol className="padx">
      {alertsOf(items).map(([first, ...others]) => (
        <StepItem key={first.id} icon={<Glyph state={alertState(first.alertType)} />}>
          <p>
            {first.timestamp && <Moment at={first.timestamp} />} <b>{logged.types[first.alertType]}</b>
          </p>
          {outcomesOf([first, ...others]).map((outcome) => (
            <p key={outcome} className="small">
              {outcome}
            </p>
          ))}
        </StepItem>
      ))}
    </ol>
  </>
)

type Alert = readonly [Notification, ...Notification[]]

/** Notifications of one alert are one row, where the newest of them is. */
function alertsOf(items: readonly Notification[]): readonly Alert[] {
  const alerts = Map.groupBy(items, ({ id, checkAlertId }) => checkAlertId ?? id)
  return [...alerts.values()]
    .flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
    .slice(0, alertsShown)
}

/** "Pager, Mail: Delivered", a line for each outcome; silences of the whole check name no channel. */
const outcomesOf = (items: Alert): readonly string[] =>
  [...Map.groupBy(items, outcomeOf)].map(([outcome, alike]) => {
    const names = [...new Set(alike.flatMap(nameOf))].join(', ')
    return names === '' ? outcome : `${names}: ${outcome}`
  })

const outcomeOf = ({ silenceReason, status }: Notification): string =>
  silenceReason === null ? logged.status[status] : logged.silence[silenceReason]

const nameOf = ({ type, alertChannelId: id, alertConfig: config }: Notification): string[] => {
  if (type === null) return []
  return [id === null ? (logged.channels[type] ?? type) : channelName({ id, config })]
}

const Steps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol className="padx">
    {steps.map(({ key, state, text, more }) => (
      <StepItem key={key} icon={<Glyph state={state} />}>
        <p>{text}</p>
        {more && <p className="small">{more}</p>}
      </StepItem>
    ))}
  </ol>
)

function stepsOf(check: Check, preview: Preview): readonly Step[] {
  if (!preview.activated) return [{ key: 'off', state: 'PAUSED', text: words.whyOff }, ...silenceSteps(preview)]
  const { retryStrategy } = check
  const retries = retryStrategy && 'maxRetries' in retryStrategy ? (retryStrategy.maxRetries ?? 0) : 0
  return [
    ...(preview.isPaused ? [{ key: 'pause', state: 'PAUSED' as const, text: pauseOf(preview) }] : []),
    ...(check.checkType === 'HEARTBEAT'
      ? []
      : [{ key: 'retries', state: 'PENDING' as const, text: retries > 0 ? words.retries(retries) : words.noRetries }]),
    ...(preview.silenceReason === null ? notifyingSteps(preview) : silenceSteps(preview)),
  ]
}

const notifyingSteps = (preview: Preview): readonly Step[] => [
  thresholdOf(preview),
  ...preview.channels.map(channelStep),
  ...(preview.reminders.amount > 0
    ? [
        {
          key: 'reminders',
          state: 'FAILING' as const,
          text: words.whyReminders(preview.reminders.amount, preview.reminders.interval),
        },
      ]
    : []),
  ...recoveryStep(preview),
]

const pauseOf = ({ pausedUntil }: Preview): string =>
  pausedUntil === null ? words.whyPaused : words.whyPausedUntil(formatFull(pausedUntil))

function thresholdOf(preview: Preview): Step {
  const { escalation, threshold, window, isAlerted, locationShare } = preview
  const progress = isAlerted ? words.whyReached : soFar(preview)
  const share = locationShare === null ? null : words.whyShare(locationShare)
  return {
    key: 'threshold',
    state: 'FAILING',
    text: window
      ? words.whyWindow(window.failedRunThreshold, window.runs)
      : escalation === 'TIME_BASED'
        ? words.whyMinutes(threshold)
        : words.whyRuns(threshold),
    more: [progress, share].filter(Boolean).join(' '),
  }
}

function soFar({ window, failedRuns }: Pick<Preview, 'failedRuns' | 'window'>): string | null {
  if (window) return window.failedRuns > 0 ? words.whySoFarOf(window.failedRuns, window.runs) : null
  return failedRuns > 0 ? words.whySoFar(failedRuns) : null
}

function silenceSteps({ silenceReason, silencedUntil }: Preview): readonly Step[] {
  if (silenceReason === null) return []
  return [
    {
      key: 'silence',
      state: silenceReason === 'NO_CHANNEL' ? 'DEGRADED' : 'PAUSED',
      text: words.whyNobody(logged.silence[silenceReason]),
      more: silencedUntil === null ? undefined : words.whyUntil(formatFull(silencedUntil)),
    },
  ]
}

const channelStep = ({ channelId, name, type, silenceReason }: Preview['channels'][number]): Step => ({
  key: String(channelId),
  state: silenceReason === null ? 'PASSING' : 'PAUSED',
  text: silenceReason === null ? words.whyNotified(name) : words.whyNotNotified(name),
  more: silenceReason === null ? logged.channels[type] : logged.silence[silenceReason],
})

function recoveryStep({ channels, recovery }: Preview): readonly Step[] {
  const told = channels.filter((channel) => channel.silenceReason === null && channel.notifiesRecovery)
  if (channels.length === 0) return []
  const after = recovery ? words.whyRecoversAfter(recovery.passedRunThreshold) : words.whyRecoversAtOnce
  const who = told.length === 0 ? words.whyNoRecovery : words.whyRecovery(told.map(({ name }) => name).join(', '))
  const isRecovering = recovery !== undefined && recovery.passedRuns > 0
  const more = isRecovering ? words.whyRecovering(recovery.passedRuns, recovery.passedRunThreshold) : undefined
  return [{ key: 'recovery', state: 'PASSING', text: `${after} ${who}`, more }]
}
