import { alertTitle } from '#alerting'
import { descriptorOf, displayedLocation, locationOfQueue } from '#contract'
import type {
  AlertFacts,
  AlertLimits,
  AlertType,
  HeartbeatFacts,
  HeartbeatSettings,
  JobSchedule,
  LaterAlertFacts,
} from '#contract'
import { writeReason } from '#contract/reasons'
import { answerOfRun, reasonsOfRun, displayedTarget, displayedTargetOfRun } from '#diagnosis'
import { causeOfAlert } from './alert-cause.ts'
import { differencesOfAlert } from './alert-differences.ts'
import { episodeFacts } from './alert-episode.ts'
import { isHeartbeat } from './alert-sources.ts'
import type { AlertLookups, FactSources } from './alert-sources.ts'
import { missedPingMessage } from '../states/finished-tick.ts'
import type { FinishedTick, ReportedResult } from '../states/finished-tick.ts'
import { locationFacts } from './location-facts.ts'

type Timing = Omit<HeartbeatSettings, 'pingToken'>

/** The facts of a notification, fixed when it is planned. */
export function alertFacts(sources: FactSources, lookups: AlertLookups): AlertFacts {
  const { effective, tick, alertType, reminderSequence, publicUrl, heldBack } = sources
  const { own, check, group } = effective
  const isReminder = reminderSequence > 0
  const title = { isReminder, isHeldBack: Boolean(heldBack), days: tick.sslDaysRemaining, domain: tick.sslDomain }
  return {
    alertType,
    alertTitle: alertTitle(alertType, own.name, title),
    checkId: own.id,
    checkName: own.name,
    checkType: own.checkType,
    checkDescription: own.settings.description ?? '',
    groupName: group === null ? '' : group.name,
    tags: check.tags,
    isReminder,
    reminderSequence,
    heldBack,
    ...resultFacts(tick.result, `${publicUrl}/checks/${own.id}`, lookups),
    ...certificateFacts(tick, alertType),
    ...episodeFacts(sources),
    ...(isHeartbeat(sources) ? heartbeatFacts(sources, lookups) : runFacts(sources, lookups)),
  }
}

const resultFacts = (result: ReportedResult, checkLink: string, { locationNames }: AlertLookups) => ({
  checkResultId: result.id,
  resultLink: result.id === null ? checkLink : `${checkLink}/results/${result.id}`,
  checkErrorMessage: result.error ?? '',
  region: result.location === null ? '' : locationOfQueue(result.location),
  runLocation: result.location === null ? '' : displayedLocation(result.location, locationNames),
  responseTimeMs: Math.round(result.responseTimeMs),
  startedAt: result.startedAt.toISOString(),
  responseStatusCode: result.statusCode,
  responseStatusText: result.statusText,
})

const certificateFacts = (tick: FinishedTick, alertType: AlertType) =>
  alertType === 'ALERT_SSL'
    ? { sslDaysRemaining: tick.sslDaysRemaining, sslCheckDomain: tick.sslDomain }
    : { sslDaysRemaining: null, sslCheckDomain: null }

/** The observations of the reported run. A certificate alert is not about the outcome of the run. */
function runFacts(sources: FactSources, lookups: AlertLookups): LaterAlertFacts {
  const { effective, tick, alertType } = sources
  const { detail, outcome } = tick.result
  const { checkType, settings } = effective.check
  const target = (detail && displayedTargetOfRun({ checkType, detail })) ?? displayedTarget(checkType, settings.request)
  if (alertType === 'ALERT_SSL') return { target }
  const didPass = detail === null || outcome === 'passed'
  return {
    target,
    limits: limitsOf(sources),
    locations: locationFacts(tick, lookups.locationNames),
    reasons: didPass ? [] : reasonsOfRun(detail),
    answer: didPass ? null : answerOfRun({ checkType, detail }),
    cause: causeOfAlert(sources, lookups),
    differences: differencesOfAlert(sources, lookups),
  }
}

function limitsOf({ effective }: FactSources): AlertLimits | null {
  const { checkType, settings } = effective.check
  const { degradedPacketLossThreshold, maxPacketLossThreshold } = settings
  const limits: AlertLimits = descriptorOf(checkType).isLimitedByPacketLoss
    ? { kind: 'packetLoss', degraded: degradedPacketLossThreshold ?? null, max: maxPacketLossThreshold ?? null }
    : { kind: 'responseTime', degraded: settings.degradedResponseTime, max: settings.maxResponseTime }
  return limits.degraded === null && limits.max === null ? null : limits
}

function heartbeatFacts(sources: FactSources, { lastPings }: AlertLookups): LaterAlertFacts {
  const { effective, tick } = sources
  const timing = effective.check.settings.heartbeat
  if (timing === undefined) return {}
  const lastPing = lastPings.get(effective.own.id) ?? null
  const heartbeat: HeartbeatFacts = {
    periodSeconds: timing.period * secondsOf[timing.periodUnit],
    graceSeconds: timing.grace * secondsOf[timing.graceUnit],
    lastPingAt: lastPing?.toISOString() ?? null,
  }
  return { heartbeat, reasons: tick.summary.outcome === 'passed' ? [] : [failureOf(tick.result, timing, lastPing)] }
}

/** The message of the job, or that no ping arrived. */
const failureOf = ({ error }: ReportedResult, timing: Timing, lastPing: Date | null): string =>
  error === null || error === missedPingMessage ? missedPing(timing, lastPing) : error

function missedPing(
  { schedule, period, periodUnit, grace: graceTime, graceUnit }: Timing,
  lastPing: Date | null,
): string {
  const grace = counted(graceTime, graceUnit)
  const date = lastPing === null ? null : utc(lastPing)
  if (schedule) {
    const expected = { schedule: said(schedule), grace }
    return date === null
      ? writeReason('NO_PING_EVER_BY_SCHEDULE', expected)
      : writeReason('NO_PING_SINCE_BY_SCHEDULE', { ...expected, date })
  }
  const expected = { period: counted(period, periodUnit), grace }
  return date === null ? writeReason('NO_PING_EVER', expected) : writeReason('NO_PING_SINCE', { ...expected, date })
}

const said = ({ expression, timezone }: JobSchedule): string =>
  `${expression.trim().replaceAll(/\s*\n\s*/g, ', ')} (${timezone ?? 'UTC'})`

const counted = (count: number, unit: Timing['periodUnit']): string =>
  count === 1 ? writeReason(durations[unit][0]) : writeReason(durations[unit][1], { count })

const durations = {
  seconds: ['DURATION_ONE_SECOND', 'DURATION_SECONDS'],
  minutes: ['DURATION_ONE_MINUTE', 'DURATION_MINUTES'],
  hours: ['DURATION_ONE_HOUR', 'DURATION_HOURS'],
  days: ['DURATION_ONE_DAY', 'DURATION_DAYS'],
} as const
const utc = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
const secondsOf = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const
