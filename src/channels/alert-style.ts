import { isInboundType } from '#contract'
import type { AlertFacts, AlertLimits, AlertType } from '#contract'
import { readableDuration, readableTime } from './readable.ts'

/** How a state is displayed: a label, so that colour is not the only sign, and a colour readable on white and black. */
export interface AlertStyle {
  readonly word: string
  readonly colour: string
  readonly symbol: string
}

const failing: AlertStyle = { word: 'Failing', colour: '#cf222e', symbol: '🔴' }
const degraded: AlertStyle = { word: 'Degraded', colour: '#9a6700', symbol: '🟡' }
const passing: AlertStyle = { word: 'Passing', colour: '#1a7f37', symbol: '🟢' }
const expiring: AlertStyle = { word: 'Certificate expires', colour: '#9a6700', symbol: '🔒' }
const neutral: AlertStyle = { word: 'No change', colour: '#57606a', symbol: '⚪' }

export const alertStyles = {
  NO_ALERT: neutral,
  ALERT_FAILURE: failing,
  ALERT_FAILURE_REMAIN: failing,
  ALERT_FAILURE_DEGRADED: degraded,
  ALERT_RECOVERY: passing,
  ALERT_DEGRADED: degraded,
  ALERT_DEGRADED_REMAIN: degraded,
  ALERT_DEGRADED_FAILURE: failing,
  ALERT_DEGRADED_RECOVERY: passing,
  ALERT_SSL: expiring,
} as const satisfies { [T in AlertType]: AlertStyle }

export type Row = readonly [label: string, value: string]

/** The facts for people, in order, as label and value. Absent facts are omitted. */
export const readableFacts = (facts: AlertFacts): readonly Row[] => [
  ['Check', facts.checkName],
  ['State', alertStyles[facts.alertType].word],
  ...detailFacts(facts),
]

/** The same for use below a title that names the check and its state. The most important facts come first. */
export function detailFacts(facts: AlertFacts): readonly Row[] {
  const status = [facts.responseStatusCode, facts.responseStatusText].filter((part) => part !== null).join(' ')
  const rows: readonly Row[] = [
    ['Target', facts.target ?? ''],
    ...episodeRows(facts),
    ['Response status', facts.alertType === 'ALERT_SSL' ? '' : status],
    ...measuredRows(facts),
    ...locationRows(facts),
    ...heartbeatRows(facts),
    ['Domain', facts.sslCheckDomain ?? ''],
    ['Days until expiry', facts.sslDaysRemaining === null ? '' : String(facts.sslDaysRemaining)],
    ['Next reminder', nextReminderText(facts)],
    ['Group', facts.groupName],
    ['Tags', facts.tags.join(', ')],
    facts.received ? ['Source', facts.received.source] : ['Type', facts.checkType],
    ['Started', isInboundType(facts.checkType) ? '' : readableTime(facts.startedAt)],
    ['Reminder', facts.isReminder ? `number ${facts.reminderSequence}` : ''],
  ]
  return rows.filter(([, value]) => value !== '')
}

function episodeRows({ failingSince, outageSeconds, alertType }: AlertFacts): Row[] {
  const since = failingSince ? readableTime(failingSince) : ''
  const isOver = typeof outageSeconds === 'number'
  const word = isOver
    ? 'Not passing since'
    : alertStyles[alertType].word === 'Failing'
      ? 'Failing since'
      : 'Degraded since'
  return [
    [word, since],
    ['Duration', isOver ? readableDuration(outageSeconds) : ''],
  ]
}

/** Heartbeats and certificate alerts have no response time. */
function measuredRows({ alertType, checkType, responseTimeMs, limits }: AlertFacts): Row[] {
  if (alertType === 'ALERT_SSL' || isInboundType(checkType)) return []
  return [
    ['Response time', `${Math.round(responseTimeMs)} ms`],
    ['Limits', limits ? limitsText(limits) : ''],
  ]
}

function limitsText({ kind, degraded: soft, max }: AlertLimits): string {
  const unit = kind === 'packetLoss' ? '% packet loss' : ' ms'
  const parts = [
    ...(soft === null ? [] : [`degraded from ${soft}${unit}`]),
    ...(max === null ? [] : [`failing from ${max}${unit}`]),
  ]
  return parts.join(', ')
}

/** With several locations the number that failed or are degraded; with one location its name. */
function locationRows({ runLocation, locations, alertType }: AlertFacts): Row[] {
  if (!locations || locations.total < 2 || alertType === 'ALERT_SSL') return [['Location', runLocation]]
  const { failing: failed, degraded: slow, total, names } = locations
  const found = [
    ...(failed > 0 ? [`${failed} of ${total} failing`] : []),
    ...(slow > 0 ? [`${slow} of ${total} degraded`] : []),
  ]
  const where = names.length === 0 ? '' : ` (${names.join(', ')})`
  return [['Locations', found.length === 0 ? `all ${total} passing` : `${found.join(', ')}${where}`]]
}

function heartbeatRows({ heartbeat }: AlertFacts): Row[] {
  if (!heartbeat) return []
  return [
    ['Last ping', heartbeat.lastPingAt === null ? 'none yet' : readableTime(heartbeat.lastPingAt)],
    ['Period', readableDuration(heartbeat.periodSeconds)],
    ['Grace', readableDuration(heartbeat.graceSeconds)],
  ]
}

const nextReminderText = ({ nextReminder }: AlertFacts): string =>
  nextReminder
    ? `${readableTime(nextReminder.at)} (${nextReminder.number}${nextReminder.of === null ? '' : ` of ${nextReminder.of}`})`
    : ''
